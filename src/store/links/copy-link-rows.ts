/** Copies rows of a link table for other rows on the near side. Rows that are correct already stay. */

import type { Model } from '../../schema/schema.ts'
import { column, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { deleteWhere, idPairs, insertSelected, returning } from '../../sql/write-rows.ts'
import type { Via } from '../../tables/tables.ts'
import { isLinkAt } from './link-table.ts'
import { counterpartOf, isPaired, lockDocumentsOf, otherVersionOf, type RowCopy } from './pairing.ts'

export interface CopiedLinks {
  readonly link: Via
  readonly target: Model
  /** Columns to copy as they are. */
  readonly also: readonly string[]
  /** Whether a row has one link to each document at most. */
  readonly isOnce: boolean
}

/** Returns the far ids of the links that were inserted. */
export async function copyLinkRows(copy: RowCopy, links: CopiedLinks): Promise<readonly number[]> {
  const { store, isNew } = copy
  const [, , inserted] = await Promise.all([
    lockTargets(copy, links),
    isNew ? null : store.run(deleteWrong(copy, links)),
    store.run(insertMissing(copy, links)),
  ])
  return inserted.map(([row]) => Number(row))
}

async function lockTargets(copy: RowCopy, { link, target }: CopiedLinks): Promise<void> {
  if (!isPaired(target, copy.pairing)) return
  const linked = sql`select ${column('l', link.far)} ${sourcesOf(copy, link)} where ${isSource(link)}`
  await lockDocumentsOf(copy.store, target, linked)
}

function deleteWrong(copy: RowCopy, links: CopiedLinks): Sql {
  const { link } = links
  const copies = name(link.table)
  // The rows to copy come first, and the copy of each is looked up: a list may have many thousand links.
  const kept = sql`select k."id" ${targetsOf(copy, links)} cross join ${copies} as k where ${isCopied(copy, links)} and ${isCopy(copy, links)}`
  const all = sql`select k."id" from ${idPairs(copy.pairs)} as m cross join ${copies} as k where ${isOfCopy(link)}`
  return deleteWhere(link.table, sql`"id" in (${all} except ${kept})`)
}

function insertMissing(copy: RowCopy, links: CopiedLinks): Sql {
  const { link, also } = links
  const columns = [link.near, link.far, ...link.where.map((constant) => constant.column), ...also]
  const values = [
    column('m', 'copy'),
    farOf(copy, links),
    ...link.where.map(({ equals }) => literal(equals)),
    ...also.map((each) => column('l', each)),
  ]
  const isThere = sql`exists (select 1 from ${name(link.table)} as k where ${isCopy(copy, links)})`
  const select = sql`select ${join(values, ', ')} ${targetsOf(copy, links)} where ${isCopied(copy, links)} and not ${isThere} order by l."id"`
  return returning(insertSelected({ table: link.table, columns, select }), link.far)
}

/** The rows to copy, `l`, for the pairs `m`. */
function sourcesOf({ pairs }: RowCopy, { table }: Via): Sql {
  return sql`from ${idPairs(pairs)} as m cross join ${name(table)} as l`
}

/** The same with the target of each in the version that matches the copy, `c`, where there are several. */
function targetsOf(copy: RowCopy, { link, target }: CopiedLinks): Sql {
  const sources = sourcesOf(copy, link)
  if (!isPaired(target, copy.pairing)) return sources
  return sql`${sources}${counterpartOf(copy, target, column('l', link.far))}`
}

function farOf({ pairing }: RowCopy, { link, target }: CopiedLinks): Sql {
  return isPaired(target, pairing) ? column('c', 'id') : column('l', link.far)
}

const isSource = (link: Via, alias = 'l'): Sql => isLinkAt(link, column('m', 'source'), alias)
const isOfCopy = (link: Via): Sql => isLinkAt(link, column('m', 'copy'), 'k')

/** Selects one of two links whose targets have the same counterpart: a copy of each would be the same link twice. */
function isCopied(copy: RowCopy, { link, target, isOnce }: CopiedLinks): Sql {
  if (!isOnce || !isPaired(target, copy.pairing)) return isSource(link)
  const isOther = sql`${isSource(link, 'r')} and ${column('r', link.far)} = ${column('e', 'id')}`
  const other = otherVersionOf(copy, target, sql`r."id" < l."id"`)
  return sql`${isSource(link)} and not exists (select 1 from ${other.rows} cross join ${name(link.table)} as r where ${other.isBetter} and ${isOther})`
}

/** Whether `k` is the copy of the row `l`. */
function isCopy(copy: RowCopy, links: CopiedLinks): Sql {
  const isFar = sql`${column('k', links.link.far)} = ${farOf(copy, links)}`
  return join([isOfCopy(links.link), isFar, ...links.also.map(isSame)], ' and ')
}

/** The far ids that the copies have now. */
export async function linkedIds({ store, pairs }: RowCopy, link: Via): Promise<ReadonlySet<number>> {
  const rows = await store.run(
    sql`select ${column('k', link.far)} from ${idPairs(pairs)} as m cross join ${name(link.table)} as k where ${isOfCopy(link)}`,
  )
  return new Set(rows.map(([row]) => Number(row)))
}

function isSame(copied: string): Sql {
  return sql`${column('k', copied)} is not distinct from ${column('l', copied)}`
}
