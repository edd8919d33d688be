/** Whether a cursor is one of the list that is asked for. The keys are those of the request; the cursor has values alone. */

import { ApiError } from '../errors/api-error.ts'
import { invalidCursor } from '../parse/cursor.ts'
import type { Seek } from '../parse/parse-pagination.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import { keyKind } from '../sql/compile-seek.ts'
import type { Dialect } from '../sql/dialect.ts'

export function checkCursor({ side, cursor }: Seek, { order, seek }: ReadPlan, { sortKeys }: Dialect): void {
  if (order.some(({ value }) => value.kind === 'score')) throw inOrderOfScores(side)
  if (cursor === null) return
  const param = `pagination[start][${side}]`
  if (cursor.order !== seek?.order) throw invalidCursor(param, 'The cursor is of another sort or content type')
  const { values } = cursor
  const isReadable = order.every((key, index) => {
    const text = values[index]
    return text === null || (text !== undefined && sortKeys.value(text, keyKind(key)) !== null)
  })
  // The last key is the id, which every row has.
  if (values.length !== order.length || !isReadable || values.at(-1) === null) throw invalidCursor(param)
}

/** A database may weigh a word by how rare it is: then a score is good for one state of all entries, not for the next page. */
function inOrderOfScores(side: Seek['side']): ApiError {
  return new ApiError('CURSOR_INVALID', {
    message: 'Invalid cursor: pages by cursor cannot be in the order of scores, which change when other entries do',
    details: {
      source: 'query',
      param: `pagination[start][${side}]`,
      hint: 'Ask for pages by number, pagination[page]=2, or sort by a field: sort=title',
    },
  })
}
