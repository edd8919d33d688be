/** The head of a response, as node takes it: names and values in turn, no name twice. */

import type { HttpResponse } from '../request/http-request.ts'
import type { Encoding } from './compress.ts'
import { type Headers, withCors } from './cors.ts'
import { withFixed } from './fixed-headers.ts'

export interface HeadParts {
  readonly cors: Headers
  readonly encoding: Encoding | null
  /** Bytes of the body; null where a response has none by its nature. */
  readonly length: number | null
}

interface Head extends HeadParts {
  readonly lines: readonly string[]
}

export type HeadOf = (response: HttpResponse, parts: HeadParts) => readonly string[]

/** Responses that are sent more than once have their heads made once; those go when the response does. */
export function createHeads(): HeadOf {
  const heads = new WeakMap<HttpResponse, Head[]>()
  return (response, parts) => {
    if (response.bytes === undefined) return linesOf(response, parts)
    const known = heads.get(response) ?? []
    const found = known.find(({ cors, encoding }) => cors === parts.cors && encoding === parts.encoding)
    if (found !== undefined) return found.lines
    const lines = linesOf(response, parts)
    heads.set(response, [...known, { ...parts, lines }])
    return lines
  }
}

function linesOf(response: HttpResponse, { cors, encoding, length }: HeadParts): readonly string[] {
  const { headers } = withFixed(withCors(response, cors))
  const lines: string[] = []
  for (const name in headers) setLine(lines, name.toLowerCase(), headers[name] ?? '')
  if (encoding !== null) setLine(lines, 'content-encoding', encoding)
  if (length !== null) setLine(lines, 'content-length', String(length))
  return lines
}

/** The last value of a name counts. */
function setLine(lines: string[], name: string, value: string): void {
  let place = 0
  while (place < lines.length && lines[place] !== name) place += 2
  lines[place] = name
  lines[place + 1] = value
}
