/** https://www.rfc-editor.org/rfc/rfc9110#section-14: the `Range` of a request; only single ranges are supported. */

export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly length: number }
  | { readonly kind: 'unsatisfiable' }

const WHOLE: ByteRange = { kind: 'whole' }

/** An invalid range is ignored, as the RFC requires; so are several ranges, which it permits. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (match === null) return WHOLE
  const [, from = '', to = ''] = match
  if (from === '') return to === '' ? WHOLE : lastBytes(Number(to), size)
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < start) return WHOLE
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, length: end - start + 1 }
}

function lastBytes(count: number, size: number): ByteRange {
  if (count === 0 || size === 0) return { kind: 'unsatisfiable' }
  const length = Math.min(count, size)
  return { kind: 'part', start: size - length, length }
}
