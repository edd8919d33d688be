/** Copies rows of a link table for another row on the near side. Rows that are correct already stay. */

import type { Model } from '../../schema/schema.ts'
import { bind, column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere, insertSelected, returning } from '../../sql/write-rows.ts'
import type { Via } from '../../tables/tables.ts'
import type { Store } from '../store.ts'
import { isLinkOf } from './link-table.ts'
import { counterpartOf, isPaired, lockDocumentsOf, type RowCopy } from './pairing.ts'

export interface CopiedLinks {
  readonly link: Via
  readonly target: Model
  /** Columns to copy as they are. */
  readonly also: readonly string[]
}

/** Returns the far ids that the row was not linked to before. */
export async function copyLinkRows(copy: RowCopy, links: CopiedLinks): Promise<readonly number[]> {
  const { store, to } = copy
  const { link, also } = links
  const { far, rows, where } = await sourceOf(copy, links)
  const copies = name(link.table)
  const isCopy = join([isLinkOf(link, to, 'k'), sql`${column('k', link.far)} = ${far}`, ...also.map(isSame)], ' and ')
  const before = await farIds(store, link, to)
  // The rows to copy come first, and the copy of each is looked up: a list may have many thousand links.
  const kept = sql`select k."id" ${rows} cross join ${copies} as k where ${where} and ${isCopy}`
  const wrong = sql`select k."id" from ${copies} as k where ${isLinkOf(link, to, 'k')} except ${kept}`
  await store.run(deleteWhere(link.table, sql`"id" in (${wrong})`))
  const columns = [link.near, link.far, ...link.where.map((constant) => constant.column), ...also]
  const values = [
    bind(to),
    far,
    ...link.where.map(({ equals }) => literal(equals)),
    ...also.map((each) => column('l', each)),
  ]
  const select = sql`select ${join(values, ', ')} ${rows} where ${where} and not exists (select 1 from ${copies} as k where ${isCopy}) order by l."id"`
  const inserted = await store.run(returning(insertSelected({ table: link.table, columns, select }), link.far))
  return inserted.map(([row]) => Number(row)).filter((row) => !before.has(row))
}

/** The rows to copy, `l`, and the target of each in the version that matches the copy. */
async function sourceOf(
  copy: RowCopy,
  { link, target }: CopiedLinks,
): Promise<{ readonly far: Sql; readonly rows: Sql; readonly where: Sql }> {
  const linked = column('l', link.far)
  const where = isLinkOf(link, copy.from, 'l')
  const table = sql`from ${name(link.table)} as l`
  if (!isPaired(target, copy.pairing)) return { far: linked, rows: table, where }
  await lockDocumentsOf(copy.store, target, sql`select ${linked} ${table} where ${where}`)
  return { far: column('c', 'id'), rows: sql`${table}${counterpartOf(copy, target, linked)}`, where }
}

async function farIds(store: Store, link: Via, near: number): Promise<ReadonlySet<number>> {
  const rows = await store.run(
    sql`select ${column('k', link.far)} from ${name(link.table)} as k where ${isLinkOf(link, near, 'k')}`,
  )
  return new Set(rows.map(([row]) => Number(row)))
}

function isSame(copied: string): Sql {
  return sql`${column('k', copied)} is not distinct from ${column('l', copied)}`
}
