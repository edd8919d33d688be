/** The result of a comparison: plain values, from which every report is written. */

import type { DepartureId } from './departures/catalog.ts'
import type { Difference } from './find-differences.ts'
import type { Ratios } from './ratios.ts'
import type { ComparedRequest } from './request.ts'

export type Verdict =
  | { readonly kind: 'same' }
  /** All differences are listed in docs/compatibility.md. */
  | { readonly kind: 'known'; readonly departures: readonly DepartureId[] }
  /** Different at first and the same when asked again: the content changed in between. */
  | { readonly kind: 'settled' }
  /** Both said 401 or 403, which proves little. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'different'; readonly differences: readonly Difference[]; readonly hint: string | null }
  /** Strapi gave no response. */
  | { readonly kind: 'failed'; readonly reason: string }

export interface Compared {
  readonly request: ComparedRequest
  readonly verdict: Verdict
  readonly status: { readonly strapi: number | null; readonly lectern: number | null }
  /** Milliseconds of the first request. */
  readonly took: { readonly strapi: number; readonly lectern: number }
}

export interface Comparison {
  readonly strapi: string
  /** Which Lectern, for the report. */
  readonly lectern: string
  /** The day. */
  readonly when: string
  /** Where the requests come from, in a phrase. */
  readonly source: string
  readonly compared: readonly Compared[]
  /** Requests that there was no time for. */
  readonly left: number
  readonly ratios: Ratios | null
  /** What readers of the result should know, in sentences. */
  readonly remarks: readonly string[]
}

export type VerdictKind = Verdict['kind']

export function countOf(compared: readonly Compared[], kind: VerdictKind): number {
  return compared.filter(({ verdict }) => verdict.kind === kind).length
}

/** Whether both responded with content: times of refusals are not compared. */
export function isTimed({ status }: Compared): boolean {
  return status.strapi === 200 && status.lectern === 200
}

/** 0: alike, but for known departures; 1: a difference that nothing explains; 2: nothing could be compared. */
export function exitCodeOf({ compared }: Pick<Comparison, 'compared'>): 0 | 1 | 2 {
  if (countOf(compared, 'different') > 0) return 1
  return compared.some(({ verdict: { kind } }) => kind !== 'refused' && kind !== 'failed') ? 0 : 2
}
