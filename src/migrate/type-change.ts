/** The conversion of a column's values when its type changes. */

import type { TypeChange } from '../sql/ddl.ts'
import type { ColumnType } from '../tables/table-definition.ts'

const TEXTS: readonly ColumnType[] = ['string', 'text']
const NUMBERS: readonly ColumnType[] = ['integer', 'bigint', 'float', 'decimal']

/** Types that every value can be converted to without loss. */
const LOSSLESS: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  string: ['text'],
  integer: ['bigint', 'float', ...TEXTS],
  bigint: TEXTS,
  decimal: ['float'],
  date: TEXTS,
  time: TEXTS,
  json: ['text'],
}

export function valuesAfter(from: ColumnType, to: ColumnType): TypeChange['values'] {
  if (LOSSLESS[from]?.includes(to) === true) return 'kept'
  if (from === 'text' && to === 'string') return 'cut'
  return NUMBERS.includes(from) && NUMBERS.includes(to) ? 'rounded' : 'dropped'
}
