/** Streams a whole list, one entry per line. It is complete only with its last line. */

import { errorOf } from './lectern-error.ts'
import { open, type Request, type Transport } from './send.ts'

/** Throws if the connection ends before the last line, or if that line has another total than was received. */
export async function* exportOf(request: Request, to: Transport): AsyncGenerator<unknown, void, void> {
  const { body } = await open(request, to)
  if (!body) throw new TypeError('This fetch does not give responses as streams, which export needs.')
  let total = 0
  for await (const text of linesIn(body)) {
    const line = lineIn(text)
    if (isFailure(line)) throw failureOf(line, request, to)
    if (isEnd(line)) {
      if (line.end.total === total) return
      throw incomplete(`its last line says ${line.end.total} entries, and it has ${total}`)
    }
    total += 1
    yield line
  }
  throw incomplete('the connection ended before its last line')
}

const incomplete = (why: string): TypeError => new TypeError(`The export is not complete: ${why}.`)

interface End {
  readonly end: { readonly total: number }
}

interface Failure {
  readonly error: { readonly status: number }
}

type Line = End | Failure | { readonly id: number }

/** Distinguishes the last line from an entry: entries have an id. */
const isEnd = (line: Line): line is End => 'end' in line && !('id' in line)
const isFailure = (line: Line): line is Failure => 'error' in line && !('id' in line)

function lineIn(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    throw incomplete(`a line is not JSON: ${text.slice(0, SHOWN_CHARACTERS)}`)
  }
}

/** Most characters of a malformed line in a message; a proxy may have inserted it. */
const SHOWN_CHARACTERS = 100

function failureOf({ error }: Failure, { method, path }: Request, { url }: Transport) {
  return errorOf({ method, url: `${url}/${path}`, status: error.status }, '', JSON.stringify({ data: null, error }))
}

/** Closes the connection if the caller stops reading. */
async function* linesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = `${rest}${decoder.decode(part.value, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
