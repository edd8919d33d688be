import { jsonErrorPosition } from '../config/json-error-position.ts'

/** JSON.parse whose error says where, and what is usually wrong there: people fix files by line. */
export function parseJson(text: string): unknown {
  const source = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(source)
  } catch {
    if (source.trim() === '') throw new SyntaxError('This file is empty, and must be JSON: line 1, column 1.')
    const position = jsonErrorPosition(source)
    const before = source.slice(0, position).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    const cause = likelyCause(source, position)
    throw new SyntaxError(`This is not valid JSON: look at line ${before.length}, column ${column}.${cause}`)
  }
}

/** A sentence behind a space, or nothing. */
function likelyCause(source: string, position: number): string {
  const [found, last] = [source.charAt(position), source.slice(0, position).trimEnd().at(-1) ?? '']
  if (found === '') return ' It ends there, before everything is closed.'
  if (found === "'" || found === '“' || found === '”') return ' Texts and names stand in double quotes: "title".'
  if (found === '/' || found === '#') return ' JSON has no comments.'
  if (last === ',' && '}]'.includes(found)) return ` Remove the comma before ${found}.`
  if (/["\]}\w]/.test(last) && /["[{\w]/.test(found)) return ' Is there a comma missing before it?'
  return ''
}
