/** Which departures from Strapi a project, and its front end, can meet. */

import { keysOf } from '../../vocabulary/keys-of.ts'
import { DEPARTURES, type DepartureId } from './catalog.ts'
import type { Departure } from './departure.ts'
import type { Facts } from './facts.ts'
import { CRASHES } from './sections.ts'

/** Those that a project can meet, in the order of the page. */
export function departuresIn(facts: Facts): readonly DepartureId[] {
  return keysOf(DEPARTURES).filter((id) => {
    const departure: Departure = DEPARTURES[id]
    return departure.meets(facts)
  })
}

/** Those that requests of a sound front end can meet; the others take a mistake, or a request that Strapi fails on. */
export function withoutOdd(ids: readonly DepartureId[]): readonly DepartureId[] {
  return ids.filter((id) => {
    const departure: Departure = DEPARTURES[id]
    return departure.section !== CRASHES && departure.odd !== true
  })
}
