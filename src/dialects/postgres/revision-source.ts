/** Where the revision of a database comes from: notes of its triggers, or the snapshot that a statement sees. */

import type { Row, TableRevisions } from '../../execute/database.ts'
import type { Statement } from '../../sql/statement.ts'

export interface RevisionSource {
  /** An expression: the revision that the statement around it sees, or null where none can be told. */
  readonly revision: string
  readonly ofTables: Statement
  /** What that statement found. */
  tableRevisionsIn(rows: readonly Row[]): TableRevisions | null
}

/** The statement with one more column: the revision, of the same snapshot as the rows. */
export function withRevision({ text, values }: Statement, { revision }: RevisionSource): Statement {
  return { text: `select q.*, ${revision} from (${text}) as q`, values }
}

export function revisionAlone({ revision }: RevisionSource): Statement {
  return { text: `select ${revision}`, values: [] }
}

/** Of what either of them found. */
export function revisionIn(rows: readonly Row[]): string | null {
  const revision = rows[0]?.at(-1)
  return typeof revision === 'string' ? revision : null
}
