/**
 * Types and components with another name that keep their table. What refers to them by name is renamed too, or entries would
 * no longer show their components and files.
 *
 * Only where nothing else can be meant: the schema no longer has the old name, and nothing refers to the new one. Rows under
 * both names may belong to the same attribute, and which of them to show is not known.
 */

import type { Run } from '../../execute/database.ts'
import { isOfProject, modelsOf } from '../../schema/models.ts'
import type { Model } from '../../schema/schema.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { literal, name, render, type Sql, sql } from '../../sql/sql.ts'
import { assign, updateWhere } from '../../sql/write-rows.ts'
import { tableOf } from '../../tables/tables.ts'
import type { RecordedTable } from '../record.ts'
import type { Step } from '../step.ts'
import { type NameColumn, type StoredContent, storedNames } from './stored-names.ts'

export type Rename = Extract<Step, { readonly kind: 'renameModel' }>

export interface RenameContext extends StoredContent {
  readonly run: Run
  readonly dialect: Dialect
}

export async function findRenames(context: RenameContext): Promise<readonly Rename[]> {
  const candidates = findCandidates(context)
  if (candidates.length === 0) return []
  const columns = storedNames(context)
  const found: Rename[] = []
  for (const { table, from, to } of candidates) {
    const isTaken = (await holding(context, columns, to)).length > 0
    const old = await holding(context, columns, from)
    // Tables of other programs are not changed, and a half of the content must not keep the old name.
    if (isTaken || old.some(({ isOurs }) => !isOurs)) continue
    const statements = old.map((named) =>
      updateWhere(named.table, assign({ [named.column]: literal(to) }), says(named, from)),
    )
    found.push({ kind: 'renameModel', table, from, to, statements })
  }
  return found
}

type Candidate = Pick<Rename, 'table' | 'from' | 'to'>

function findCandidates({ content, found, recorded }: RenameContext): readonly Candidate[] {
  const models = modelsOf(content.schema)
  const isInSchema = (uid: string) => models.some((model) => model.uid === uid)
  const records = [...recorded.values()]
  const isElsewhere = (uid: string, table: string) =>
    records.some((record) => record.name !== table && (record.uid === uid || record.formerUids?.includes(uid) === true))
  return models.filter(isOfProject).flatMap((model): readonly Candidate[] => {
    const { table } = tableOf(content.tables, model.uid)
    const record = recorded.get(table)
    if (record?.whole !== true || !found.tables.has(table)) return []
    const from = formerName(record, model)
    if (from === null || isInSchema(from) || isElsewhere(from, table)) return []
    return isComponent(from) === (model.kind === 'component') ? [{ table, from, to: model.uid }] : []
  })
}

/** Earlier versions of Lectern did not rename what the old name still refers to. */
function formerName({ uid, formerUids = [] }: RecordedTable, model: Model): string | null {
  if (uid === undefined) return null
  if (uid !== model.uid) return uid
  return formerUids.length === 1 ? (formerUids[0] ?? null) : null
}

const says = ({ column }: NameColumn, uid: string): Sql => sql`${name(column)} = ${literal(uid)}`

/** UIDs of content types have a namespace, as in `api::article.article`. */
export const isComponent = (uid: string) => !uid.includes('::')

async function holding(
  { run, dialect }: RenameContext,
  columns: readonly NameColumn[],
  uid: string,
): Promise<readonly NameColumn[]> {
  const found: NameColumn[] = []
  for (const named of columns) {
    const rows = await run(render(sql`select 1 from ${name(named.table)} where ${says(named, uid)} limit 1`, dialect))
    if (rows.length > 0) found.push(named)
  }
  return found
}
