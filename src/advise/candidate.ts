/** An index that might help a read. */

import { lecternIndex } from '../tables/names.ts'
import type { IndexDefinition, WordTest } from '../tables/table-definition.ts'
import type { TableIndex } from '../tables/tables.ts'

export interface Candidate {
  readonly table: string
  readonly index: IndexDefinition
  /**
   * What the index finds inside values: words of texts, or values in JSON. Null for an ordinary index, of whole values
   * in order.
   */
  readonly finds: WordTest | 'json' | null
}

export interface KeyColumn {
  readonly name: string
  readonly descending: boolean
}

export const ascending = (name: string): KeyColumn => ({ name, descending: false })

/** Wider indexes cost more on every write than they save. */
const MOST_COLUMNS = 7

/** Null if the index would be too wide, or the primary key already does its work. */
export function candidate(
  table: string,
  columns: readonly KeyColumn[],
  where: IndexDefinition['where'] = null,
): Candidate | null {
  const keys = columns.filter(({ name }, index) => columns.findIndex((other) => other.name === name) === index)
  const names = keys.map(({ name }) => name)
  if (keys.length > MOST_COLUMNS || (where === null && (names.length === 0 || names[0] === 'id'))) return null
  const descending = keys.flatMap((key) => (key.descending ? [key.name] : []))
  // The direction is part of the name, so that two indexes that differ only in it have different names.
  const directed = keys.flatMap((key) => (key.descending ? [key.name, 'desc'] : [key.name]))
  const name = lecternIndex(table, ['on', ...directed, ...rowsIn(where)].join('_'))
  return {
    table,
    index: { name, columns: names, unique: false, where, ...(descending.length === 0 ? {} : { descending }) },
    finds: null,
  }
}

export function wordCandidate(
  table: string,
  columns: readonly string[],
  words: WordTest,
  where: IndexDefinition['where'],
): Candidate {
  const name = lecternIndex(table, ['words', words, ...columns, ...rowsIn(where)].join('_'))
  return { table, index: { name, columns, unique: false, where }, finds: words }
}

export function jsonCandidate(table: string, column: string, where: IndexDefinition['where']): Candidate {
  const name = lecternIndex(table, ['json', column, ...rowsIn(where)].join('_'))
  return { table, index: { name, columns: [column], unique: false, where }, finds: 'json' }
}

/** The candidate as an existing index, for the planner; null for JSON indexes, which no plan depends on. */
export function tableIndexOf({ table, index: { columns, where }, finds }: Candidate): TableIndex | null {
  if (finds === 'json') return null
  const rows = where === null ? 'all' : where.isNull ? 'drafts' : 'published'
  return { table, columns, rows, words: finds }
}

const rowsIn = (where: IndexDefinition['where']): readonly string[] =>
  where === null ? [] : [where.isNull ? 'draft' : 'published']
