/** Attributes that have changed their type or component: old rows and values are still in the database. */

import type { Attribute } from '../schema/schema.ts'
import { type ValueKind, valueKind } from '../vocabulary/scalar-types.ts'
import { type Pairing, stepsTo } from './departures/pairing.ts'
import type { Difference } from './find-differences.ts'

const READ_FROM_TEXTS: readonly ValueKind[] = ['integer', 'bigint', 'number', 'date', 'time', 'moment']

/** Null unless every difference is something that Strapi shows from the earlier content of an attribute. */
export function hintOfHistory(differences: readonly Difference[], pairing: Pairing): string | null {
  const causes = differences.map((difference) => causeOf(difference, pairing))
  if (causes.length === 0 || causes.includes(null)) return null
  return `${[...new Set(causes)].join(' ')} Lectern leaves out what is left of that (docs/compatibility.md#schema-changes).`
}

function causeOf({ place, strapi, lectern }: Difference, pairing: Pairing): string | null {
  const last = stepsTo(place, pairing).at(-1)
  const isOnlyStrapis = strapi !== undefined && strapi !== null && (lectern === undefined || lectern === null)
  return last?.attribute !== undefined && isOnlyStrapis ? formerly(last.attribute, last.model.uid) : null
}

function formerly(attribute: Attribute, uid: string): string | null {
  const whose = `${attribute.name} of ${uid}`
  if (attribute.kind === 'component') return `Perhaps ${whose} had another component before.`
  if (attribute.kind !== 'scalar' || !READ_FROM_TEXTS.includes(valueKind(attribute.type))) return null
  return `Perhaps ${whose} had another type before.`
}
