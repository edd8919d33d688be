/** Bytes as they come → lines, some at a time. Only `\n` ends one: a text may hold every other character. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[], void, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}
