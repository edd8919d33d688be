/** Slugs that are made from other attributes: `title`, `title-1`, `title-2`, …, the first that no other document has. */

import type { ColumnKind } from '../../plan/read-plan.ts'
import { bind, integer, join, type Sql, sql } from '../../sql/sql.ts'
import type { Store } from '../store.ts'

/** Where the slugs of other documents are. */
export interface OtherSlugs {
  readonly store: Store
  readonly column: Sql
  readonly kind: ColumnKind
  readonly from: Sql
  readonly where: readonly Sql[]
  /** Waits for transactions that write the same slug. */
  lock(slug: string): Promise<void>
}

/** `taken` gets what is found, so that the next slug of the same name need not look for it again. */
export async function freeSlug(others: OtherSlugs, slug: string, taken: Set<string>): Promise<string> {
  let areNumbersKnown = false
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? slug : `${slug}-${number}`
    if (taken.has(candidate)) continue
    await others.lock(candidate)
    if (!(await isTaken(others, candidate))) return candidate
    taken.add(candidate)
    // One by one, the thousandth entry of the same title would take a thousand statements and locks.
    if (!areNumbersKnown) for (const found of await numbered(others, slug)) taken.add(found)
    areNumbersKnown = true
  }
}

async function isTaken({ store, column, kind, from, where }: OtherSlugs, slug: string): Promise<boolean> {
  const same = sql`${column} = ${store.dialect.stored(slug, kind)}`
  const found = await store.run(sql`select 1 from ${from} where ${join([same, ...where], ' and ')} limit 1`)
  return found.length > 0
}

/** All that begin with `title-`. */
async function numbered({ store, column, from, where }: OtherSlugs, slug: string): Promise<readonly string[]> {
  const beginning = `${slug}-`
  const begins = sql`substr(${column}, 1, ${integer([...beginning].length)}) = ${bind(beginning)}`
  const rows = await store.run(sql`select distinct ${column} from ${from} where ${join([begins, ...where], ' and ')}`)
  return rows.map(([found]) => String(found))
}
