/**
 * Checks whether a cursor belongs to the requested list: it holds only values, while the sort keys come from the
 * request.
 */

import { invalidCursor } from '../parse/cursor.ts'
import type { Seek } from '../parse/parse-pagination.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { keyKind } from '../sql/compile-seek.ts'
import type { Dialect } from '../sql/dialect.ts'

export function checkCursor({ side, cursor }: Seek, { order, seek }: ReadPlan, { sortKeys }: Dialect): void {
  if (cursor === null) return
  const param = `pagination[start][${side}]`
  if (cursor.order !== seek?.order)
    throw invalidCursor(param, `The cursor belongs to another ${orderDependencies(order)}`)
  const { values } = cursor
  const isReadable = order.every((key, index) => {
    const text = values[index]
    return text === null || (text !== undefined && sortKeys.value(text, keyKind(key)) !== null)
  })
  // The last key is the id, which is never null.
  if (values.length !== order.length || !isReadable || values.at(-1) === null) throw invalidCursor(param)
}

/** The name of what the order depends on. With scores, that includes the search. */
function orderDependencies(order: ReadPlan['order']): string {
  return order.some(({ value }) => value.kind === 'score') ? 'search, sort or content type' : 'sort or content type'
}
