/**
 * Extensions change no response of a request that is answered without them: the recorded requests and random ones are
 * sent to two servers, with all extensions and with none.
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { choices } from '../fuzz/choices.ts'
import { someQuery } from '../fuzz/grammar.ts'
import { DATABASES, openMagazineDatabase } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import type { PostgresDatabase } from '../support/postgres.ts'
import { randomRuns } from '../support/random-runs.ts'
import { CALLERS, type RecordedRequest, recordedRequests } from '../support/recorded-requests.ts'

const RUNS = { SQLite: randomRuns(1_500), PostgreSQL: randomRuns(300) }
const SEED = 20_261_116

const recorded = recordedRequests()

describe.each(DATABASES)('on %s', (kind) => {
  let off: Lectern
  let on: Lectern
  let database: PostgresDatabase
  let same = 0

  beforeAll(async () => {
    database = await openMagazineDatabase[kind]()
    const options = { project: fixture('magazine'), database: database.url, env: { TZ: 'UTC' } }
    off = await openProject({ ...options, extensions: [] })
    on = await openProject({ ...options, extensions: EXTENSION_NAMES })
  })

  afterAll(async () => {
    await off?.close()
    await on?.close()
    await database?.drop()
  })

  const expectSame = async ({ path, as = 'public', headers }: RecordedRequest) => {
    const init = { headers: { ...headers, ...CALLERS[as] } }
    const without = await off.fetch(path, init)
    const expected = await without.text()
    // Extensions may give a meaning to requests that are refused without them.
    if ([400, 404, 405].includes(without.status)) return
    const response = await on.fetch(path, init)
    expect({ path, status: response.status, text: await response.text() }).toEqual({
      path,
      status: without.status,
      text: expected,
    })
    same += 1
  }

  it('keeps the responses to recorded requests', async () => {
    for (const one of recorded) await expectSame(one)
    expect(same).toBeGreaterThan(500)
  })

  it('keeps the responses to random requests', async () => {
    const { schema } = on
    const types = [...schema.contentTypes.values()].filter(({ hasRoutes }) => hasRoutes)
    const request = choices.map((pick): RecordedRequest => {
      const type = pick.of(types)
      const name = type.kind === 'singleType' ? type.singularName : type.pluralName
      const as = pick.of<keyof typeof CALLERS>(['public', 'full-access'])
      return { path: `/api/${name}?${someQuery({ schema, pick }, type)}`, as }
    })
    same = 0
    await fc.assert(fc.asyncProperty(request, expectSame), { numRuns: RUNS[kind], seed: SEED })
    expect(same).toBeGreaterThan(0)
  })
})
