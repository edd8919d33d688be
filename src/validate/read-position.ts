import { isRecord } from '../config/project-config.ts'
import type { LinkPosition } from './document-input.ts'
import type { ReportField } from './field-error.ts'
import type { Place } from './place.ts'
import { readReference } from './read-reference.ts'

const EXPECTED = 'must be one of { start: true }, { end: true }, { before: id } and { after: id }'

/**
 * As lenient as Strapi: `before` goes first, then `after`, then `start`; anything else is the end. Null when the
 * neighbour is wrong, which has been reported then.
 */
export function readPosition(value: unknown, place: Place, report: ReportField): LinkPosition | null {
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
