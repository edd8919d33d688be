/** A migration as a text that a database's own shell can run. */

import type { Script } from '../sql/ddl.ts'
import { inline } from '../sql/sql.ts'
import type { Change } from './changes.ts'

/** Lines; none where there is nothing to do. */
export function writeScript(changes: readonly Change[], script: Script): readonly string[] {
  if (changes.length === 0) return []
  const steps = changes.flatMap(({ text, statements }) => [
    `-- ${text}`,
    ...statements.map((statement) => `${inline(statement, script.syntax, script.written)};`),
  ])
  return [...script.opening, ...steps, ...script.closing]
}
