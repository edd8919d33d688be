/** Differences → the known departures that explain them, and the unexplained rest. */

import type { Answer } from './answer.ts'
import { isFailure } from './answer.ts'
import type { DepartureId } from './departures/catalog.ts'
import { DIFFERENCE_RULES } from './departures/difference-rules.ts'
import { FORBIDDEN_RULES } from './departures/forbidden-names.ts'
import { entryFoundInHiddenText, LIST_RULES } from './departures/list-rules.ts'
import type { Pairing } from './departures/pairing.ts'
import { REWRITES } from './departures/rewrites.ts'
import type { Servers } from './departures/servers.ts'
import { STATUS_RULES } from './departures/status-rules.ts'
import { type Difference, findDifferences } from './find-differences.ts'
import { type Pair, pairsOf, withPairs } from './query-pairs.ts'

export interface Explanation {
  readonly departures: readonly DepartureId[]
  /** Differences that no rule explains. */
  readonly unexplained: readonly Difference[]
}

/** The differences, the most important ones first. */
export function differencesOf(strapi: Answer, lectern: Answer): readonly Difference[] {
  const status: readonly Difference[] =
    strapi.status === lectern.status
      ? []
      : [{ kind: 'status', place: [], strapi: strapi.status, lectern: lectern.status }]
  if (strapi.json === null || lectern.json === null) return [...status, ...differencesOfForm(strapi, lectern)]
  // Responses with different statuses have nothing in common but the envelope.
  return status.length > 0 ? status : findDifferences(strapi.json.value, lectern.json.value)
}

function differencesOfForm(strapi: Answer, lectern: Answer): readonly Difference[] {
  if (strapi.json === null && lectern.json === null && strapi.text === lectern.text) return []
  const shown = ({ json, text }: Answer) => (json === null ? text : 'JSON')
  return [{ kind: 'form', place: [], strapi: shown(strapi), lectern: shown(lectern) }]
}

export async function explain(pairing: Pairing, servers: Servers): Promise<Explanation> {
  const differences = differencesOf(pairing.strapi, pairing.lectern)
  const status = STATUS_RULES.find((rule) => rule.explains(pairing))
  if (status !== undefined && differences.length > 0) return { departures: [status.departure], unexplained: [] }
  const direct = byPlace(differences, pairing)
  if (direct.unexplained.length === 0) return direct
  const reread = await byRewriting(pairing, servers)
  if (reread !== null) return reread
  const forbidden = await byForbiddenNames(pairing, servers)
  if (forbidden !== null) return forbidden
  if (await entryFoundInHiddenText(pairing, servers)) return { departures: ['search'], unexplained: [] }
  if (pairing.strapi.status !== pairing.lectern.status) return direct
  return direct.unexplained.every(isAboutWhich) ? ((await byWholeLists(pairing, servers)) ?? direct) : direct
}

function byPlace(differences: readonly Difference[], pairing: Pairing): Explanation {
  const departures = new Set<DepartureId>()
  const unexplained = differences.filter((difference) => {
    const rule = DIFFERENCE_RULES.find((each) => each.explains(difference, pairing))
    if (rule !== undefined) departures.add(rule.departure)
    return rule === undefined
  })
  return { departures: [...departures], unexplained }
}

/** Tries each rewrite of the request alone, then all of them together. */
async function byRewriting(pairing: Pairing, { lectern }: Servers): Promise<Explanation | null> {
  const readings = REWRITES.flatMap((rule) => {
    const pairs = rule.rewrite(pairing)
    return pairs === null ? [] : [{ departures: [rule.departure], pairs }]
  })
  if (readings.length > 1) readings.push(allAtOnce(pairing))
  for (const { departures, pairs } of readings) {
    const asked = await lectern(withPairs(pairing.path, pairs), { anonymous: pairing.anonymous })
    if (isFailure(asked)) continue
    const reread = { ...pairing, lectern: asked }
    const rest = byPlace(differencesOf(pairing.strapi, asked), reread)
    if (rest.unexplained.length === 0) return { departures: [...departures, ...rest.departures], unexplained: [] }
  }
  return null
}

function allAtOnce(pairing: Pairing): { readonly departures: DepartureId[]; readonly pairs: readonly Pair[] } {
  const departures: DepartureId[] = []
  let { pairs } = pairing
  for (const rule of REWRITES) {
    const rewritten = rule.rewrite({ ...pairing, pairs })
    if (rewritten === null) continue
    departures.push(rule.departure)
    pairs = rewritten
  }
  return { departures, pairs }
}

/** Whether the difference concerns which entries a list has, their order, or their number. */
function isAboutWhich({ kind, place }: Difference): boolean {
  const [root, second] = place
  if (root === 'meta') return second === 'pagination' && kind === 'values'
  if (root === 'data' && place.length === 1) return kind === 'order'
  return root === 'data' && place.length === 2 && kind === 'entries'
}

/** Explains which entries are found: as Lectern reads the request, then as it would without case. */
async function byWholeLists(pairing: Pairing, servers: Servers): Promise<Explanation | null> {
  if (pairing.route?.kind !== 'list' || pairing.strapi.status !== 200 || pairing.lectern.status !== 200) return null
  const folding = REWRITES.find(({ departure }) => departure === 'exact-case')
  const folded: Servers['lectern'] = (path, options) => {
    const pairs = folding?.rewrite({ ...pairing, pairs: pairsOf(path) }) ?? null
    return servers.lectern(pairs === null ? path : withPairs(path, pairs), options)
  }
  for (const { departure, applies, confirms } of LIST_RULES) {
    if (!applies(pairing)) continue
    if (await confirms(pairing, servers)) return { departures: [departure], unexplained: [] }
    if (folding?.rewrite(pairing) == null) continue
    if (await confirms(pairing, { ...servers, lectern: folded }))
      return { departures: [departure, folding.departure], unexplained: [] }
  }
  return null
}

async function byForbiddenNames(pairing: Pairing, servers: Servers): Promise<Explanation | null> {
  for (const { departure, confirms } of FORBIDDEN_RULES) {
    if (await confirms(pairing, servers)) return { departures: [departure], unexplained: [] }
  }
  return null
}
