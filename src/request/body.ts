/** The body of a response: text, the same as UTF-8, or several of these in a row, so that a long one need not be copied. */

export type Body = string | Buffer | readonly Part[]

export type Part = string | Buffer

export function partsOf(body: Body): readonly Part[] {
  return typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body
}

export function byteLength(body: Body): number {
  return partsOf(body).reduce((sum, part) => sum + Buffer.byteLength(part), 0)
}

export function bytesOf(body: Body): Buffer {
  if (Buffer.isBuffer(body)) return body
  return typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body.map(bytesOf))
}

export function textOf({ body }: { readonly body: Body }): string {
  return typeof body === 'string' ? body : bytesOf(body).toString()
}
