import { jsonErrorPosition } from '../config/json-error-position.ts'

/** JSON.parse whose error says where: people fix files by line. */
export function parseJson(text: string): unknown {
  const source = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(source)
  } catch {
    const before = source.slice(0, jsonErrorPosition(source)).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    throw new SyntaxError(`This is not valid JSON: look at line ${before.length}, column ${column}.`)
  }
}
