/** Estimates without the database: whether a condition filters at all, whether few rows satisfy it, and what testing a row takes. */

import { type Family, TESTS } from '../vocabulary/operators.ts'
import { LOCALE, PUBLISHED_AT } from './columns.ts'
import type { Condition, Test } from './read-plan.ts'

/** Words with fewer letters occur in most texts. */
const TELLING_LETTERS = 3

/** Nothing but the choice of a version and a locale, which every read has. */
export function isPlain(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.items.every(isPlain)
    case 'test':
      return isVersionColumn(condition.column.name)
    case 'constant':
      return true
    default:
      return false
  }
}

/** A guess, by the kind of test: a value that is equal, or a word, is found in few rows. */
export function isSelective(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.items.some(isSelective)
    case 'or':
      return condition.items.every(isSelective)
    case 'test': {
      const { column, test, negated } = condition
      return !negated && column.kind !== 'boolean' && !isVersionColumn(column.name) && isTelling(test)
    }
    case 'words':
      return true
    case 'exists':
      return condition.orNone.kind === 'no' && isSelective(condition.rows.condition)
    default:
      return false
  }
}

/** Whether testing one row means reading a list of others. */
export function readsList(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.some(readsList)
    case 'exists':
      return condition.toMany || readsList(condition.rows.condition)
    case 'none':
    case 'counted':
      return true
    case 'notTrue':
      return readsList(condition.item)
    default:
      return false
  }
}

const FINDS_FEW: Readonly<Record<Family, boolean>> = { emptiness: false, equality: true, order: false, text: true }

function isTelling(test: Test): boolean {
  const isShort = 'text' in test && test.kind !== 'equals' && test.text.length < TELLING_LETTERS
  return FINDS_FEW[TESTS[test.kind].family] && !isShort
}

function isVersionColumn(name: string): boolean {
  return name === LOCALE.name || name === PUBLISHED_AT.name
}
