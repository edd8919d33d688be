/** Splits a stream of chunks into lines. Only the current chunk and its incomplete line are in memory. */

const NEWLINE = 0x0a
/**
 * One line is one entry. A longer line is an attack or another kind of file: no response could contain such an entry,
 * and parsed JSON takes many times as much memory as its text.
 */
const LONGEST_LINE = 64 * 1024 * 1024

export class LineTooLong extends Error {}

/** Yields the lines that each chunk completes, without empty ones. */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      lines.push(text([...pieces, chunk.subarray(start, end)]))
      pieces = []
      length = 0
      start = end + 1
    }
    pieces.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > LONGEST_LINE) throw new LineTooLong()
    yield lines.filter((line) => line !== '')
  }
  const last = text(pieces)
  if (last !== '') yield [last]
}

function text(pieces: readonly Uint8Array[]): string {
  const [first] = pieces
  const bytes = first !== undefined && pieces.length === 1 ? view(first) : Buffer.concat(pieces)
  return bytes.toString('utf8').trim()
}

/** A Buffer over the same bytes, without copying them. */
const view = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
