/** The result as JSON, for programs. */

import { type Comparison, countOf, type VerdictKind } from '../comparison.ts'
import { DEPARTURES, linkTo } from '../departures/catalog.ts'
import { written } from './groups.ts'

const KINDS: readonly VerdictKind[] = ['same', 'known', 'different', 'settled', 'refused', 'failed']

export function jsonReport(comparison: Comparison): object {
  const { compared, left, ratios, remarks, strapi, lectern, source, when } = comparison
  return {
    strapi,
    lectern,
    when,
    requests: source,
    totals: { ...Object.fromEntries(KINDS.map((kind) => [kind, countOf(compared, kind)])), left },
    ratios,
    remarks,
    compared: compared.map(({ request, verdict, status, took }) => ({
      ...request,
      verdict: verdict.kind,
      status,
      milliseconds: took,
      ...(verdict.kind === 'known'
        ? { departures: verdict.departures.map((id) => ({ id, ...texts(id), link: linkTo(id) })) }
        : {}),
      ...(verdict.kind === 'different'
        ? {
            hint: verdict.hint,
            differences: verdict.differences.map(({ place, ...rest }) => ({ path: written(place), ...rest })),
          }
        : {}),
      ...(verdict.kind === 'failed' ? { reason: verdict.reason } : {}),
    })),
  }
}

function texts(id: keyof typeof DEPARTURES): { readonly strapi: string; readonly lectern: string } {
  const { strapi, lectern } = DEPARTURES[id]
  return { strapi, lectern }
}
