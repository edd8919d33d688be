/** Slugs that are made from other attributes: `title`, `title-1`, `title-2`, …, the first that no other document has. */

import { join, sql } from '../../sql/sql.ts'
import { findGaps, type Gap, lowestIn } from './free-numbers.ts'
import type { OtherSlugs } from './other-slugs.ts'

/**
 * For each name a slug, in their order. `own`: slugs that the document itself has already. One by one, the thousandth of a
 * name would take a thousand statements: the numbers that are free are read at once.
 */
export async function freeSlugs(
  others: OtherSlugs,
  names: readonly string[],
  own: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const taken = new Set(own)
  const locked = new Set<string>()
  const gaps = new Map<string, readonly Gap[]>()
  for (;;) {
    const chosen = firstFree(names, taken, gaps)
    const unlocked = chosen.filter((slug) => !locked.has(slug)).toSorted()
    // In this order: what a transaction wrote that the locks waited for is found, too.
    const [, taking] = await Promise.all([others.lock(unlocked), takenAmong(others, chosen)])
    for (const slug of unlocked) locked.add(slug)
    const found = new Set(taking)
    if (found.size === 0) return chosen
    for (const slug of found) taken.add(slug)
    const crowded = new Set(names.filter((name, index) => found.has(chosen[index] ?? '') && !gaps.has(name)))
    // A gap for each slug, and one for each number that is not to be given a second time.
    for (const name of crowded) gaps.set(name, await findGaps(others, name, names.length + taken.size))
  }
}

function firstFree(
  names: readonly string[],
  taken: ReadonlySet<string>,
  gaps: ReadonlyMap<string, readonly Gap[]>,
): readonly string[] {
  const chosen = new Set<string>()
  /** The next number to try for each name. */
  const next = new Map<string, number>()
  return names.map((name) => {
    for (let number = next.get(name) ?? 0; ; number += 1) {
      if (number > 0) number = lowestIn(gaps.get(name) ?? [], number)
      const slug = number === 0 ? name : `${name}-${number}`
      if (taken.has(slug) || chosen.has(slug)) continue
      chosen.add(slug)
      next.set(name, number + 1)
      return slug
    }
  })
}

async function takenAmong(
  { store, column, kind, from, where }: OtherSlugs,
  slugs: readonly string[],
): Promise<readonly string[]> {
  const values = slugs.map((slug) => store.dialect.stored(slug, kind))
  const isAmong = sql`${column} in (${join(values, ', ')})`
  const rows = await store.run(sql`select distinct ${column} from ${from} where ${join([isAmong, ...where], ' and ')}`)
  return rows.map(([slug]) => String(slug))
}
