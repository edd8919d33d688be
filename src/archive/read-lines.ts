/** Lines of a text that comes in chunks. Only the chunk at hand is in memory, and the line that it is a part of. */

const NEWLINE = 0x0a
/**
 * One line is one entry. A longer line is an attack, or a file of another kind: no response could show such an entry, and
 * JSON takes many times its length in memory when it is parsed.
 */
const LONGEST_LINE = 64 * 1024 * 1024

export class LineTooLong extends Error {}

/** The lines that each chunk completes; empty ones are left out. */
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

/** The same bytes, not a copy. */
const view = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
