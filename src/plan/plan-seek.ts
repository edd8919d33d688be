/** A position of a request → where the page begins in the order of the plan. */

import { createHash } from 'node:crypto'
import { LONGEST_KEY } from '../parse/cursor.ts'
import type { Seek } from '../parse/parse-pagination.ts'
import type { TableIndex } from '../tables/tables.ts'
import { itemsOf } from './conditions.ts'
import { isFor } from './indexed.ts'
import type { Condition, OrderKey, ReadPlan, SeekPlan } from './read-plan.ts'

type Ordered = Pick<ReadPlan, 'table' | 'condition' | 'order'>

export function planSeek(seek: Seek | null, rows: Ordered, indexes: readonly TableIndex[]): SeekPlan | null {
  if (seek === null) return null
  return {
    side: seek.side,
    position: seek.cursor?.values ?? null,
    order: digestOf(rows),
    longestKey: LONGEST_KEY,
    ranged: isRanged(rows, indexes),
  }
}

/** Equal where positions mean the same: the table, and the keys with everything that determines their values. */
function digestOf({ table, order, condition }: Ordered): string {
  const words = order.some(({ value }) => value.kind === 'score') ? wordsIn(condition) : []
  const text = JSON.stringify([table, order, ...words], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH)
}

const DIGEST_LENGTH = 11

/** The search terms, on which scores depend. */
function wordsIn(condition: Condition): readonly unknown[] {
  return itemsOf(condition).flatMap((item) =>
    item.kind === 'words' ? [[item.words.rows, item.words.terms, item.words.columns]] : [],
  )
}

/** An index on the first key can be used, also one that begins with columns that the condition fixes. */
function isRanged({ condition, order: [first] }: Ordered, indexes: readonly TableIndex[]): boolean {
  const name = first === undefined ? null : ownColumn(first)
  if (name === null) return false
  const fixed = fixedColumns(condition)
  return indexes.some(({ columns, rows, words }) => {
    const free = columns.find((column) => !fixed.has(column) || column === name)
    return words === null && free === name && isFor(rows, condition)
  })
}

function ownColumn({ through, value }: OrderKey): string | null {
  return through.length === 0 && value.kind === 'column' ? value.column.name : null
}

function fixedColumns(condition: Condition): ReadonlySet<string> {
  const names = itemsOf(condition).flatMap((item) =>
    item.kind === 'test' && item.test.kind === 'eq' && !item.negated ? [item.column.name] : [],
  )
  return new Set(names)
}
