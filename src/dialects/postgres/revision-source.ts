/** Where the revision of a database comes from: the records of its triggers, or the snapshot of a statement. */

import type { Row, TableRevisions } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'

export interface RevisionSource {
  /** An SQL expression: the revision in the statement's snapshot, or null. */
  readonly revision: string
  readonly ofTables: Statement
  /** Reads the rows of `ofTables`. */
  tableRevisionsIn(rows: readonly Row[]): TableRevisions | null
}

/** Adds the revision as a column, so that it belongs to the same snapshot as the rows. */
function withRevision({ text, values }: Statement, { revision }: RevisionSource): Statement {
  return { text: `select q.*, ${revision} from (${text}) as q`, values }
}

/** Returns the same object for the same statement: prepared statements are found by their text. */
export function createWithRevision(source: RevisionSource): (statement: Statement) => Statement {
  const known = new WeakMap<Statement, Statement>()
  return (statement) => {
    const before = known.get(statement)
    if (before !== undefined) return before
    const made = withRevision(statement, source)
    known.set(statement, made)
    return made
  }
}

export function revisionAlone({ revision }: RevisionSource): Statement {
  return { text: `select ${revision}`, values: [] }
}

/** The revision in the rows of `withRevision` or `revisionAlone`. */
export function revisionIn(rows: readonly Row[]): string | null {
  const revision = rows[0]?.at(-1)
  return typeof revision === 'string' ? revision : null
}
