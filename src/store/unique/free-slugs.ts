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
  /** Waits for transactions that write the same slugs. Sends all of its statements at once. */
  lock(slugs: readonly string[]): Promise<void>
}

/**
 * For each name a slug, in their order. `own`: slugs that the document itself has already. One by one, the thousandth of a
 * name would take a thousand statements: all that are taken are read at once.
 */
export async function freeSlugs(
  others: OtherSlugs,
  names: readonly string[],
  own: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const taken = new Set(own)
  const locked = new Set<string>()
  const known = new Set<string>()
  for (;;) {
    const chosen = firstFree(names, taken)
    const unlocked = chosen.filter((slug) => !locked.has(slug)).toSorted()
    // In this order: what a transaction wrote that the locks waited for is found, too.
    const [, taking] = await Promise.all([others.lock(unlocked), takenAmong(others, chosen)])
    for (const slug of unlocked) locked.add(slug)
    const found = new Set(taking)
    if (found.size === 0) return chosen
    for (const slug of found) taken.add(slug)
    const crowded = new Set(names.filter((name, index) => found.has(chosen[index] ?? '') && !known.has(name)))
    for (const name of crowded) {
      for (const slug of await numbered(others, name)) taken.add(slug)
      known.add(name)
    }
  }
}

function firstFree(names: readonly string[], taken: ReadonlySet<string>): readonly string[] {
  const chosen = new Set<string>()
  /** Where the numbers of a name go on. */
  const next = new Map<string, number>()
  return names.map((name) => {
    for (let number = next.get(name) ?? 0; ; number += 1) {
      const slug = number === 0 ? name : `${name}-${number}`
      if (taken.has(slug) || chosen.has(slug)) continue
      chosen.add(slug)
      next.set(name, number + 1)
      return slug
    }
  })
}

async function takenAmong(others: OtherSlugs, slugs: readonly string[]): Promise<readonly string[]> {
  const { store, column, kind } = others
  const values = slugs.map((slug) => store.dialect.stored(slug, kind))
  return slugsWhere(others, sql`${column} in (${join(values, ', ')})`)
}

/** All that begin with `title-`. */
async function numbered(others: OtherSlugs, name: string): Promise<readonly string[]> {
  const beginning = `${name}-`
  const length = integer([...beginning].length)
  return slugsWhere(others, sql`substr(${others.column}, 1, ${length}) = ${bind(beginning)}`)
}

async function slugsWhere({ store, column, from, where }: OtherSlugs, test: Sql): Promise<readonly string[]> {
  const rows = await store.run(sql`select distinct ${column} from ${from} where ${join([test, ...where], ' and ')}`)
  return rows.map(([slug]) => String(slug))
}
