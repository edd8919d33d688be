/** Which departures from Strapi a project and its front end can meet. */

import { keysOf } from '../../vocabulary/keys-of.ts'
import { DEPARTURES, type DepartureId } from './catalog.ts'
import type { Departure } from './departure.ts'
import type { Facts } from './facts.ts'
import { CRASHES } from './sections.ts'

/** The departures that a project can meet, in the order of docs/compatibility.md. */
export function departuresIn(facts: Facts): readonly DepartureId[] {
  return keysOf(DEPARTURES).filter((id) => {
    const departure: Departure = DEPARTURES[id]
    return departure.meets(facts)
  })
}

/**
 * The departures that well-formed requests can meet. The others need a malformed request, or one on which Strapi fails.
 */
export function withoutOdd(ids: readonly DepartureId[]): readonly DepartureId[] {
  return ids.filter((id) => {
    const departure: Departure = DEPARTURES[id]
    return departure.section !== CRASHES && departure.odd !== true
  })
}
