/**
 * Full-text search. For a list, the index is searched once, and the results are joined to the table:
 *
 *   with f as materialized (select rowid as id, … as score from lectern_words_articles_… where … match ?),
 *     m as materialized (select t0.id as id, f.score as k0, t0.id as k1 from f cross join articles as t0 where … and t0.id = f.id)
 *
 * Where the planner chooses the join order, `m` has two selects, one of which is empty: few results are looked up by id,
 * t0.id = any (array(select f.id from f)), many are joined.
 *
 * Elsewhere, such as in the groups of a facet without its own filter, search is a condition.
 */

import { ALWAYS, allOf, itemsOf } from '../plan/conditions.ts'
import type { Condition, ReadPlan, ShownMatch, WordSearch } from '../plan/read-plan.ts'
import type { Scope } from './scope.ts'
import { alias, column, integer, type Sql, sql } from './sql.ts'

/** Names of the columns of search results. */
const FOUND = 'f'

/** The score of the row in `f`. */
export const SCORE: Sql = column(FOUND, 'score')

export function compileWords(words: WordSearch, own: string, { dialect, alias: newAlias }: Scope): Sql {
  const found = newAlias()
  return sql`${column(own, 'id')} in (select ${column(found, 'id')} from (${dialect.wordMatches({ ...words, scored: false })}) as ${alias(found)})`
}

/** For a `with`. */
export function compileFound(words: WordSearch, { dialect }: Scope): Sql {
  return sql`${alias(FOUND)} ${dialect.gathered(dialect.wordMatches(words))}`
}

/** A cross join is done in the order it is written in: from what was found, which is little mostly, to its rows. */
export function besideFound(table: Sql): Sql {
  return sql`${alias(FOUND)} cross join ${table}`
}

/** Conditions without rows in common. If there are two, one is for few rows found, the other for many. */
export function searchLookups(row: string, { dialect }: Scope): readonly Sql[] {
  const isFound = sql`${column(row, 'id')} = ${column(FOUND, 'id')}`
  const { mostLookedUp, inSet } = dialect
  if (mostLookedUp === null || inSet.drives === null) return [isFound]
  const areMany = sql`exists (select 1 from ${alias(FOUND)} limit 1 offset ${integer(mostLookedUp)})`
  const lookedUp = inSet.drives(column(row, 'id'), sql`select ${column(FOUND, 'id')} from ${alias(FOUND)}`)
  return [sql`${isFound} and ${lookedUp} and not ${areMany}`, sql`${isFound} and ${areMany}`]
}

/** The condition without the search itself. */
export function besidesWords({ condition }: Pick<ReadPlan, 'condition'>): Condition {
  const left = itemsOf(condition).filter(({ kind }) => kind !== 'words')
  return left.length === 0 ? ALWAYS : allOf(left)
}

/** The `match` of a row: its id, its score and the texts that contain the words, as JSON. */
export function compileShownMatch({ score, texts }: ShownMatch, row: string, { dialect }: Scope): Sql {
  const members = texts.flatMap(({ key, value }) =>
    value.kind === 'column' ? [{ key, value: dialect.shown(column(row, value.column.name), value.column.kind) }] : [],
  )
  return dialect.jsonObject([
    { key: 'id', value: column(row, 'id') },
    ...(score ? [{ key: 'score', value: dialect.shown(column('p', 'score'), 'float') }] : []),
    ...(members.length === 0 ? [] : [{ key: 'texts', value: dialect.jsonObject(members) }]),
  ])
}
