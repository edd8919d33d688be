/** JSON.parse whose error says where: people mend files by line, not by position. */
export function parseJson(text: string): unknown {
  const source = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(source)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new SyntaxError(`This is not valid JSON${place(source, message)}: ${message}.`)
  }
}

function place(source: string, message: string): string {
  const position = /at position (\d+)/.exec(message)?.[1]
  const end = position === undefined && /end of JSON/.test(message) ? source.length : Number(position)
  if (Number.isNaN(end)) return ''
  const before = source.slice(0, end).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
