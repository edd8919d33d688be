/** Sends one request to both servers, and repeats it before it reports a difference. */

import { matchRoute, type Routes } from '../request/routes.ts'
import type { Schema } from '../schema/schema.ts'
import { type Answer, type Asked, isFailure } from './answer.ts'
import type { Compared, Verdict } from './comparison.ts'
import type { Pairing } from './departures/pairing.ts'
import type { Servers } from './departures/servers.ts'
import { differencesOf, explain } from './explain.ts'
import { hintFor, type ProjectCode } from './hints.ts'
import { pairsOf, pathOnly } from './query-pairs.ts'
import type { ComparedRequest } from './request.ts'

export interface Surroundings {
  readonly servers: Servers
  readonly schema: Schema
  readonly routes: Routes
  readonly maxLimit: number
  readonly profile: 'contract' | 'strapi'
  readonly drafts: 'find' | 'granted'
  readonly code: readonly ProjectCode[]
  /** Waits before a request is repeated. */
  pause(): Promise<void>
}

interface Round {
  readonly strapi: Asked
  readonly lectern: Asked
  readonly strapiFirst: boolean
}

/** How often a request is sent before a difference counts. */
const ROUNDS = 3

export async function compareOne(
  request: ComparedRequest,
  strapiFirst: boolean,
  around: Surroundings,
): Promise<Compared> {
  const first = await askBoth(request, strapiFirst, around.servers)
  const verdict = await judge(request, first, around)
  const statusOf = (asked: Asked) => (isFailure(asked) ? null : asked.status)
  return {
    request,
    verdict,
    status: { strapi: statusOf(first.strapi), lectern: statusOf(first.lectern) },
    took: { strapi: first.strapi.milliseconds, lectern: first.lectern.milliseconds },
  }
}

/** The order alternates, so that not always the same server profits from caches that the other has warmed. */
async function askBoth({ path, anonymous }: ComparedRequest, strapiFirst: boolean, servers: Servers): Promise<Round> {
  if (strapiFirst) {
    const strapi = await servers.strapi(path, { anonymous })
    return { strapi, lectern: await servers.lectern(path, { anonymous }), strapiFirst }
  }
  const lectern = await servers.lectern(path, { anonymous })
  return { strapi: await servers.strapi(path, { anonymous }), lectern, strapiFirst }
}

async function judge(request: ComparedRequest, first: Round, around: Surroundings): Promise<Verdict> {
  const seen = [first]
  for (;;) {
    const round = seen.at(-1) ?? first
    const verdict = await judgeRound(request, round, around)
    if (verdict.kind === 'same' && seen.length > 1) return settled(seen, verdict)
    if (verdict.kind !== 'different' || seen.length === ROUNDS) return verdict
    await around.pause()
    seen.push(await askBoth(request, !round.strapiFirst, around.servers))
  }
}

/**
 * If the responses agree when repeated, a change of content in between explains the difference. It does not if the
 * server that was asked last responded with the older state.
 */
function settled(seen: readonly Round[], agreed: Verdict): Verdict {
  const [before, after] = [seen.at(-2), seen.at(-1)]
  if (before === undefined || after === undefined) return agreed
  const strapiStayed = isSame(before.strapi, after.strapi)
  if (!strapiStayed || !before.strapiFirst) return { kind: 'settled' }
  const differences =
    isFailure(before.strapi) || isFailure(before.lectern) ? [] : differencesOf(before.strapi, before.lectern)
  const hint =
    'When the requests were repeated, Lectern responded as Strapi had from the beginning: its first response was outdated.'
  return { kind: 'different', differences, hint }
}

function isSame(one: Asked, other: Asked): boolean {
  return !isFailure(one) && !isFailure(other) && differencesOf(one, other).length === 0
}

async function judgeRound(request: ComparedRequest, round: Round, around: Surroundings): Promise<Verdict> {
  const { strapi, lectern } = round
  if (isFailure(strapi)) return { kind: 'failed', reason: strapi.failure }
  if (isFailure(lectern))
    return { kind: 'different', differences: [], hint: `Lectern did not respond: ${lectern.failure}.` }
  if (differencesOf(strapi, lectern).length === 0) {
    return isRefusal(strapi) ? { kind: 'refused', status: strapi.status } : { kind: 'same' }
  }
  const pairing = pairingOf(request, strapi, lectern, around)
  const { departures, unexplained } = await explain(pairing, around.servers)
  if (unexplained.length === 0) return { kind: 'known', departures }
  return { kind: 'different', differences: unexplained, hint: hintFor(unexplained, pairing, around.code) }
}

function isRefusal({ status }: Answer): boolean {
  return status === 401 || status === 403
}

function pairingOf(
  { path, anonymous }: ComparedRequest,
  strapi: Answer,
  lectern: Answer,
  { schema, routes, maxLimit, profile, drafts }: Surroundings,
): Pairing {
  const route = matchRoute(pathOnly(path), routes)
  return { path, pairs: pairsOf(path), anonymous, route, schema, maxLimit, profile, drafts, strapi, lectern }
}
