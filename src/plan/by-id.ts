/** The order of ids: what lists have without a sort, and what resolves ties. */

import { ID } from './columns.ts'
import type { OrderKey } from './read-plan.ts'

export const BY_ID: OrderKey = { through: [], value: { kind: 'column', column: ID }, direction: 'asc', nulls: null }

/** In either direction. */
export function isById({ through, value }: OrderKey): boolean {
  return through.length === 0 && value.kind === 'column' && value.column.name === ID.name
}
