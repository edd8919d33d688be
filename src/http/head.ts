/** The head of a response, as node takes it: names and values in turn, no name twice. */

import type { HttpResponse } from '../request/http-request.ts'
import type { Encoding } from './compress.ts'
import { type Headers, withCors } from './cors.ts'
import { FIXED_HEADERS } from './fixed-headers.ts'

interface HeadParts {
  readonly cors: Headers
  readonly encoding: Encoding | null
  /** Bytes of the body; null where a response has none by its nature. */
  readonly length: number | null
}

interface Head extends Pick<HeadParts, 'cors' | 'encoding'> {
  readonly lines: readonly string[]
}

export type HeadOf = (response: HttpResponse, parts: HeadParts) => readonly string[]

/** Headers that many responses share are serialized once, and cached as long as the headers object lives. */
export function createHeads(): HeadOf {
  const heads = new WeakMap<Headers, Head[]>()

  function sharedLines({ headers }: HttpResponse, cors: Headers, encoding: Encoding | null): readonly string[] {
    const known = heads.get(headers)
    const found = known?.find((head) => head.cors === cors && head.encoding === encoding)
    if (found !== undefined) return found.lines
    const lines = linesOf(headers, cors, encoding)
    heads.set(headers, [...(known ?? []), { cors, encoding, lines }])
    return lines
  }

  return (response, { cors, encoding, length }) => {
    const { headers, sharesHeaders, timing } = response
    const lines = sharesHeaders === true ? sharedLines(response, cors, encoding) : linesOf(headers, cors, encoding)
    const own: string[] = []
    if (timing !== undefined) own.push('server-timing', timing)
    if (length !== null) own.push('content-length', String(length))
    return own.length === 0 ? lines : lines.concat(own)
  }
}

function linesOf(own: Headers, cors: Headers, encoding: Encoding | null): readonly string[] {
  const headers = { ...withCors(own, cors), ...FIXED_HEADERS }
  const lines: string[] = []
  for (const name in headers) setLine(lines, name.toLowerCase(), headers[name] ?? '')
  if (encoding !== null) setLine(lines, 'content-encoding', encoding)
  return lines
}

/** The last value of a name counts. */
function setLine(lines: string[], name: string, value: string): void {
  let place = 0
  while (place < lines.length && lines[place] !== name) place += 2
  lines[place] = name
  lines[place + 1] = value
}
