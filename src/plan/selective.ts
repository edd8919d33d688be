/** Estimates without the database: whether a condition filters at all, whether few rows satisfy it, and what testing a row takes. */

import { type Family, TESTS } from '../vocabulary/operators.ts'
import { DOCUMENT_ID, ID, LOCALE, PUBLISHED_AT } from './columns.ts'
import { itemsOf } from './conditions.ts'
import type { Condition, JsonTest, RelatedRows, Test } from './read-plan.ts'

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
    case 'json':
      return !condition.negated && isTellingOfJson(condition.test)
    case 'words':
      return true
    case 'exists':
      return condition.orNone.kind === 'no' && isSelective(condition.rows.condition)
    default:
      return false
  }
}

/** With more values, rows that share related ones are likely again. */
const FEW_VALUES = 10

/** Whether it names its rows, by id, documentId or slug: there are a few versions and locales of each. */
export function namesRows(condition: Condition): boolean {
  return itemsOf(condition).some((item) => {
    if (item.kind !== 'test' || item.negated) return false
    const { column, test, identifies } = item
    if (column.name !== ID.name && column.name !== DOCUMENT_ID.name && identifies !== true) return false
    return test.kind === 'eq' || (test.kind === 'in' && test.values.length <= FEW_VALUES)
  })
}

/** Whether testing one row means reading a list of others. */
export function readsList(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.some(readsList)
    case 'exists':
      return condition.rows.toMany || readsList(condition.rows.condition)
    case 'none':
    case 'counted':
      return true
    case 'notTrue':
      return readsList(condition.item)
    default:
      return false
  }
}

/** The depth of nested lists that a test of one row reads. */
export function listsIn(condition: Condition): number {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return Math.max(...condition.items.map(listsIn))
    case 'exists':
    case 'none':
      return listsAlong(condition.rows)
    case 'counted':
      return Math.max(...condition.rows.map(listsAlong))
    case 'notTrue':
      return listsIn(condition.item)
    default:
      return 0
  }
}

function listsAlong({ toMany, condition }: RelatedRows): number {
  return (toMany ? 1 : 0) + listsIn(condition)
}

/**
 * Whether a subquery for each row would read the same lists repeatedly: several rows share a related row, which has a list,
 * or whose list is counted.
 */
export function readsListsAgain(through: readonly RelatedRows[], endsInList = false): boolean {
  return through.some(
    ({ isShared }, index) => isShared && (endsInList || through.slice(index + 1).some(({ toMany }) => toMany)),
  )
}

const FINDS_FEW: Readonly<Record<Family, boolean>> = { emptiness: false, equality: true, order: false, text: true }

function isTelling(test: Test): boolean {
  const isShort = 'text' in test && test.kind !== 'equals' && test.text.length < TELLING_LETTERS
  return FINDS_FEW[TESTS[test.kind].family] && !isShort
}

/** Membership in a list is as selective as equality. */
function isTellingOfJson(test: JsonTest): boolean {
  return test.kind === 'has' || isTelling(test)
}

/** Whether a row's own JSON is read, which takes longer than remembering that the row matches. */
export function readsJson(condition: Condition): boolean {
  return itemsOf(condition).some(
    ({ kind, ...rest }) => kind === 'json' || ('items' in rest && rest.items.some(readsJson)),
  )
}

function isVersionColumn(name: string): boolean {
  return name === LOCALE.name || name === PUBLISHED_AT.name
}
