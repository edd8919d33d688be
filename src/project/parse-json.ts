import { jsonErrorCause } from '../config/json-error-cause.ts'
import { jsonErrorPosition } from '../config/json-error-position.ts'

/** Strings too, so that a comma inside of one is not found. */
const STRING_OR_LAST_COMMA = /"(?:[^"\\]|\\.)*"|,(?=\s*\})/g

/**
 * JSON.parse whose error says where, and what is usually wrong there: people fix files by line. A comma behind the last member of
 * an object is no error: Strapi projects in TypeScript have them, since the compiler that copies their schema files removes it.
 */
export function parseJson(text: string): unknown {
  const source = text.replace(/^\uFEFF/, '').replace(STRING_OR_LAST_COMMA, (found) => (found === ',' ? ' ' : found))
  try {
    return JSON.parse(source)
  } catch {
    if (source.includes('\0'))
      throw new SyntaxError('This file is not in UTF-8, but probably in UTF-16. Save it as UTF-8.')
    if (source.trim() === '') throw new SyntaxError('This file is empty, and must be JSON: line 1, column 1.')
    const position = jsonErrorPosition(source)
    const before = source.slice(0, position).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    const cause = jsonErrorCause(source, position)
    throw new SyntaxError(
      `This is not valid JSON: look at line ${before.length}, column ${column}.${cause === undefined ? '' : ` ${cause}.`}`,
    )
  }
}
