/** The result of a comparison, as plain data for all reports. */

import type { DepartureId } from './departures/catalog.ts'
import type { Difference } from './find-differences.ts'
import type { Ratios } from './ratios.ts'
import type { ComparedRequest } from './request.ts'

export type Verdict =
  | { readonly kind: 'same' }
  /** docs/compatibility.md lists all of the differences. */
  | { readonly kind: 'known'; readonly departures: readonly DepartureId[] }
  /** Different at first, but equal when repeated: the content changed in between. */
  | { readonly kind: 'settled' }
  /** Both responded with 401 or 403, which proves little. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'different'; readonly differences: readonly Difference[]; readonly hint: string | null }
  /** Strapi did not respond. */
  | { readonly kind: 'failed'; readonly reason: string }

export interface Compared {
  readonly request: ComparedRequest
  readonly verdict: Verdict
  readonly status: { readonly strapi: number | null; readonly lectern: number | null }
  /** Milliseconds of the first attempt. */
  readonly took: { readonly strapi: number; readonly lectern: number }
}

export interface Comparison {
  readonly strapi: string
  /** The Lectern that was compared, for the report. */
  readonly lectern: string
  /** The day of the comparison. */
  readonly when: string
  /** Where the requests come from, as a phrase. */
  readonly source: string
  readonly compared: readonly Compared[]
  /** Number of requests that were not sent because the time was over. */
  readonly left: number
  readonly ratios: Ratios | null
  /** Notes for readers of the result, as sentences. */
  readonly remarks: readonly string[]
}

export type VerdictKind = Verdict['kind']

export function countOf(compared: readonly Compared[], kind: VerdictKind): number {
  return compared.filter(({ verdict }) => verdict.kind === kind).length
}

/** Whether both responded with content: the times of refusals are not compared. */
export function isTimed({ status }: Compared): boolean {
  return status.strapi === 200 && status.lectern === 200
}

/** The exit code. 0: equal except for known departures; 1: an unexplained difference; 2: nothing could be compared. */
export function exitCodeOf({ compared }: Pick<Comparison, 'compared'>): 0 | 1 | 2 {
  if (countOf(compared, 'different') > 0) return 1
  return compared.some(({ verdict: { kind } }) => kind !== 'refused' && kind !== 'failed') ? 0 : 2
}
