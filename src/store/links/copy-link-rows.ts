/** Copies rows of a link table for other rows on the near side. Rows that are correct already stay. */

import type { Model } from '../../schema/schema.ts'
import { column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere, idPairs, insertSelected, returning } from '../../sql/write-rows.ts'
import type { Via } from '../../tables/tables.ts'
import { isLinkAt } from './link-table.ts'
import { counterpartOf, isPaired, lockDocumentsOf, type RowCopy } from './pairing.ts'

export interface CopiedLinks {
  readonly link: Via
  readonly target: Model
  /** Columns to copy as they are. */
  readonly also: readonly string[]
}

/** Returns the far ids of the links that are new. */
export async function copyLinkRows(copy: RowCopy, links: CopiedLinks): Promise<readonly number[]> {
  const { store } = copy
  const { link, also } = links
  const { far, rows } = await sourceOf(copy, links)
  const copies = name(link.table)
  const isCopy = join([isCopied(link), sql`${column('k', link.far)} = ${far}`, ...also.map(isSame)], ' and ')
  const before = await linkedBefore(copy, link)
  // The rows to copy come first, and the copy of each is looked up: a list may have many thousand links.
  const kept = sql`select k."id" ${rows} cross join ${copies} as k where ${isSource(link)} and ${isCopy}`
  const wrong = sql`select k."id" from ${idPairs(copy.pairs)} as m cross join ${copies} as k where ${isCopied(link)} except ${kept}`
  await store.run(deleteWhere(link.table, sql`"id" in (${wrong})`))
  const columns = [link.near, link.far, ...link.where.map((constant) => constant.column), ...also]
  const values = [
    column('m', 'copy'),
    far,
    ...link.where.map(({ equals }) => literal(equals)),
    ...also.map((each) => column('l', each)),
  ]
  const select = sql`select ${join(values, ', ')} ${rows} where ${isSource(link)} and not exists (select 1 from ${copies} as k where ${isCopy}) order by l."id"`
  const inserted = await store.run(returning(insertSelected({ table: link.table, columns, select }), link.far))
  return inserted.map(([row]) => Number(row)).filter((row) => !before.has(row))
}

/** The rows to copy, `l`, for the pairs `m`, and the target of each in the version that matches the copy. */
async function sourceOf(
  copy: RowCopy,
  { link, target }: CopiedLinks,
): Promise<{ readonly far: Sql; readonly rows: Sql }> {
  const linked = column('l', link.far)
  const table = sql`from ${idPairs(copy.pairs)} as m cross join ${name(link.table)} as l`
  if (!isPaired(target, copy.pairing)) return { far: linked, rows: table }
  await lockDocumentsOf(copy.store, target, sql`select ${linked} ${table} where ${isSource(link)}`)
  return { far: column('c', 'id'), rows: sql`${table}${counterpartOf(copy, target, linked)}` }
}

const isSource = (link: Via): Sql => isLinkAt(link, column('m', 'source'), 'l')
const isCopied = (link: Via): Sql => isLinkAt(link, column('m', 'copy'), 'k')

/** The far ids of an entry; what components are linked to never has a single owner. */
async function linkedBefore({ store, model, pairs }: RowCopy, link: Via): Promise<ReadonlySet<number>> {
  if (model.kind === 'component') return new Set()
  const rows = await store.run(
    sql`select ${column('k', link.far)} from ${idPairs(pairs)} as m cross join ${name(link.table)} as k where ${isCopied(link)}`,
  )
  return new Set(rows.map(([row]) => Number(row)))
}

function isSame(copied: string): Sql {
  return sql`${column('k', copied)} is not distinct from ${column('l', copied)}`
}
