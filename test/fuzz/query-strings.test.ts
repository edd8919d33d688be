/**
 * Whatever a query string holds, the answer is JSON in the known shape and not a failure of ours. Half of the
 * requests are in the grammar of the query language with all extensions, half are broken.
 */

import fc from 'fast-check'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/http/logger.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { loadProject } from '../../src/project/load-project.ts'
import type { ContentType } from '../../src/schema/schema.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { DATABASES, openMagazineDatabase } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY, AS_USER } from '../support/magazine.ts'
import type { PostgresDatabase } from '../support/postgres.ts'
import { randomRuns } from '../support/random-runs.ts'
import { brokenQuery } from './broken.ts'
import { type Choices, choices } from './choices.ts'
import { someGroups, someQuery } from './grammar.ts'

/** PostgreSQL answers over a socket: fewer will do there. */
const RUNS = { SQLite: randomRuns(1_500), PostgreSQL: randomRuns(250) }
const SEED = 20_261_115
const ALLOWED = new Set([200, 400, 401, 403, 404, 405, 414, 431])

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const CALLERS: readonly Record<string, string>[] = [{}, {}, AS_FULL_ACCESS, AS_READ_ONLY, AS_USER]
const STRANGERS: readonly Record<string, string>[] = [
  bearer('nonsense'),
  bearer(createSigner({ key: 'wrong' })({ id: 1 })),
  { authorization: 'Basic eDp5' },
]

const { schema } = await loadProject(fixture('magazine'), {}, {})
const types = [...schema.contentTypes.values()].filter(({ hasRoutes }) => hasRoutes)
const documentIds = [
  'qnjh2e6ua8b9g28y3g2c93ey',
  'b63pffxlof40e8fdgcme8hja',
  'nobody',
  '1',
  "'%20or%201=1",
  '%F0%9F%98%80',
]

let lectern: Lectern
const failures: string[] = []
const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => unhandled.push(reason)

interface Request {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
}

function pathOf(type: ContentType, ofGroups: boolean, pick: Choices): string {
  if (ofGroups) return `/api/${type.pluralName}/actions/aggregate`
  if (type.kind === 'singleType') return `/api/${type.singularName}`
  return pick.oncePer(6) ? `/api/${type.pluralName}/${pick.of(documentIds)}` : `/api/${type.pluralName}`
}

function requestOf(pick: Choices, write: (query: string) => string, likely: boolean): Request {
  const type = pick.of(types)
  const ofGroups = type.kind === 'collectionType' && pick.oncePer(8)
  const query = (ofGroups ? someGroups : someQuery)({ schema, pick, extensions }, type)
  const often = likely ? 60 : 12
  return {
    url: `${pathOf(type, ofGroups, pick)}?${write(query)}`,
    method: pick.oncePer(often) ? pick.of(['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH']) : 'GET',
    headers: {
      ...(pick.oncePer(often) ? pick.of(STRANGERS) : pick.of(CALLERS)),
      ...(pick.oncePer(5) ? { 'strapi-response-format': 'v4' } : {}),
    },
  }
}

const extensions = new Set(EXTENSION_NAMES)
const inGrammar = choices.map((pick) => requestOf(pick, (query) => query, true))
const broken = choices.map((pick) => requestOf(pick, (query) => brokenQuery(pick, query), false))

async function check(request: Request): Promise<number> {
  const response = await lectern.fetch(request.url, request)
  const text = await response.text()
  if (!ALLOWED.has(response.status)) throw new Error(`${response.status} ${text} ${failures.at(-1) ?? ''}`)
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return response.status
  const body: unknown = JSON.parse(text)
  if (response.status === 200) expect(body).toHaveProperty('data')
  else expectEnvelope(body, response.status)
  return response.status
}

function expectEnvelope(body: unknown, status: number): void {
  expect(body).toEqual({
    data: null,
    error: {
      status,
      name: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
      details: expect.any(Object),
    },
  })
}

async function statusesOf(
  requests: fc.Arbitrary<Request>,
  seed: number,
  runs: number,
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>()
  const property = fc.asyncProperty(requests, async (request) => {
    const status = await check(request)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  await fc.assert(property, { seed, numRuns: runs })
  return statuses
}

describe.each(DATABASES)('query strings on %s', (kind) => {
  const runs = RUNS[kind]
  let database: PostgresDatabase
  beforeAll(async () => {
    process.on('unhandledRejection', onUnhandled)
    const logger = createLogger({ level: 'error', write: (line) => failures.push(line) })
    database = await openMagazineDatabase[kind]()
    const options = { database: database.url, extensions: EXTENSION_NAMES, env: {}, logger }
    lectern = await openProject({ project: fixture('magazine'), ...options })
  })
  afterAll(async () => {
    process.off('unhandledRejection', onUnhandled)
    await lectern?.close()
    await database?.drop()
  })

  it(`in the grammar (seed ${SEED})`, async () => {
    const statuses = await statusesOf(inGrammar, SEED, runs)
    console.log(`${runs} requests in the grammar on ${kind}, seed ${SEED}:`, Object.fromEntries(statuses))
    expect(statuses.get(200) ?? 0).toBeGreaterThan(runs / 4)
    expect(statuses.get(400) ?? 0).toBeGreaterThan(runs / 20)
  })

  it(`broken (seed ${SEED + 1})`, async () => {
    const statuses = await statusesOf(broken, SEED + 1, runs)
    console.log(`${runs} broken requests on ${kind}, seed ${SEED + 1}:`, Object.fromEntries(statuses))
    expect(statuses.get(400) ?? 0).toBeGreaterThan(runs / 4)
  })

  it(`in batches (seed ${SEED + 2})`, async () => {
    const some = fc.array(fc.oneof(inGrammar, broken), { minLength: 1, maxLength: 5 })
    const headers = { ...AS_READ_ONLY, 'content-type': 'application/json' }
    const property = fc.asyncProperty(some, async (requests) => {
      const queries = Object.fromEntries(requests.map(({ url }, index) => [`q${index}`, url]))
      const init = { method: 'POST', headers, body: JSON.stringify({ queries }) }
      const response = await lectern.fetch('/_batch', init)
      const text = await response.text()
      // All together may exceed a limit that none of them exceeds.
      if (response.status !== 200) return expect(response.status, text).toBe(400)
      const { data } = JSON.parse(text) as { readonly data: Readonly<Record<string, { readonly status: number }>> }
      for (const { status } of Object.values(data)) expect(ALLOWED, text).toContain(status)
    })
    await fc.assert(property, { seed: SEED + 2, numRuns: Math.ceil(runs / 10) })
  })

  it('leave nothing behind: no unhandled rejection, no failure in the log, and the next request is answered', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
    expect(failures).toEqual([])
    expect((await lectern.fetch('/_health')).status).toBe(204)
    expect((await lectern.fetch('/api/articles')).status).toBe(200)
  })
})
