import { isRecord } from '../config/project-config.ts'
import type { LinkPosition } from './document-input.ts'
import type { ReportField } from './field-error.ts'
import type { Place } from './place.ts'
import { readReference } from './read-reference.ts'

const EXPECTED = 'must be one of { start: true }, { end: true }, { before: id } and { after: id }'

/** Null when it is wrong, which has been reported then. */
export function readPosition(value: unknown, place: Place, report: ReportField): LinkPosition | null {
  if (value === undefined || value === null) return { at: 'end' }
  const position = isRecord(value) ? onlyPosition(value) : null
  if (position === null) report(place, EXPECTED, value)
  return position
}

function onlyPosition(value: Readonly<Record<string, unknown>>): LinkPosition | null {
  const [found, ...others] = [
    edge(value, 'start'),
    edge(value, 'end'),
    beside(value, 'before'),
    beside(value, 'after'),
  ].filter((position) => position !== undefined)
  return found === undefined || others.length > 0 ? null : found
}

function edge(value: Readonly<Record<string, unknown>>, at: 'start' | 'end'): LinkPosition | undefined {
  return value[at] === true ? { at } : undefined
}

function beside(value: Readonly<Record<string, unknown>>, at: 'before' | 'after'): LinkPosition | undefined {
  const neighbour = readReference(value[at])
  return neighbour === null ? undefined : { at, neighbour }
}
