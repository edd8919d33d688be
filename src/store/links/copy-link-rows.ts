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
  const { far, source } = await sourceOf(copy, links)
  const copied = sql`from ${name(link.table)} as k where ${isLinkOf(link, to, 'k')}`
  const equal = join([[far, column('k', link.far)] as const, ...also.map(pairOf)].map(isSame), ' and ')
  const before = await farIds(store, link, to)
  const wrong = sql`select k."id" ${copied} and not exists (select 1 ${source} and ${equal})`
  await store.run(deleteWhere(link.table, sql`"id" in (${wrong})`))
  const columns = [link.near, link.far, ...link.where.map((constant) => constant.column), ...also]
  const values = [
    bind(to),
    far,
    ...link.where.map(({ equals }) => literal(equals)),
    ...also.map((each) => column('l', each)),
  ]
  const select = sql`select ${join(values, ', ')} ${source} and not exists (select 1 ${copied} and ${equal}) order by l."id"`
  const inserted = await store.run(returning(insertSelected({ table: link.table, columns, select }), link.far))
  return inserted.map(([row]) => Number(row)).filter((row) => !before.has(row))
}

/** The rows to copy, `l`, and the target of each in the version that matches the copy. */
async function sourceOf(
  copy: RowCopy,
  { link, target }: CopiedLinks,
): Promise<{ readonly far: Sql; readonly source: Sql }> {
  const linked = column('l', link.far)
  const where = isLinkOf(link, copy.from, 'l')
  const table = sql`from ${name(link.table)} as l`
  if (!isPaired(target, copy.pairing)) return { far: linked, source: sql`${table} where ${where}` }
  await lockDocumentsOf(copy.store, target, sql`select ${linked} ${table} where ${where}`)
  return { far: column('c', 'id'), source: sql`${table}${counterpartOf(copy, target, linked)} where ${where}` }
}

async function farIds(store: Store, link: Via, near: number): Promise<ReadonlySet<number>> {
  const rows = await store.run(
    sql`select ${column('k', link.far)} from ${name(link.table)} as k where ${isLinkOf(link, near, 'k')}`,
  )
  return new Set(rows.map(([row]) => Number(row)))
}

function pairOf(copied: string): readonly [Sql, Sql] {
  return [column('l', copied), column('k', copied)]
}

function isSame([a, b]: readonly [Sql, Sql]): Sql {
  return sql`(${a} = ${b} or (${a} is null and ${b} is null))`
}
