/** Lines of a text that comes in chunks. Only the line at hand is in memory. */

const NEWLINE = 0x0a
/** One line is one entry. A longer line is an attack, or a file of another kind. */
const LONGEST_LINE = 256 * 1024 * 1024

export class LineTooLong extends Error {}

/** Empty lines are left out. */
export async function* readLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = text([...pieces, chunk.subarray(start, end)])
      if (line !== '') yield line
      pieces = []
      length = 0
      start = end + 1
    }
    pieces.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > LONGEST_LINE) throw new LineTooLong()
  }
  const last = text(pieces)
  if (last !== '') yield last
}

function text(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('utf8').trim()
}
