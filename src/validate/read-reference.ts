/** References to entries, and positions relative to others: `{ before: 5 }`. */

import { isRecord } from '../config/project-config.ts'
import type { EntryReference, LinkPosition } from './document-input.ts'
import type { FieldPath, ReportField } from './field-error.ts'

/** A number, or a text of digits, is an id; any other text a documentId. Null for anything else. */
export function readReference(value: unknown): EntryReference | null {
  const id = readId(value)
  if (id !== null) return { kind: 'id', id }
  return typeof value === 'string' && value !== '' && !DIGITS.test(value)
    ? { kind: 'document', documentId: value }
    : null
}

const DIGITS = /^\d+$/
/** The largest value of an id column. */
const LARGEST = 2_147_483_647

export function readId(value: unknown): number | null {
  const id = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= LARGEST ? id : null
}

const EXPECTED = 'must be one of { start: true }, { end: true }, { before: id } and { after: id }'

/**
 * As lenient as Strapi: `before` has precedence, then `after`, then `start`; anything else is the end. Null if the
 * neighbour is wrong, which is then reported.
 */
export function readPosition(value: unknown, place: FieldPath, report: ReportField): LinkPosition | null {
  const position = isRecord(value) ? value : {}
  for (const at of ['before', 'after'] as const) {
    if (!position[at]) continue
    const neighbour = readReference(position[at])
    if (neighbour !== null) return { at, neighbour, type: typeof position.__type === 'string' ? position.__type : null }
    report([...place, at], EXPECTED, value)
    return null
  }
  return { at: position.start ? 'start' : 'end' }
}
