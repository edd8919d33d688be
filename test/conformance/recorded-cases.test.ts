/** Every request that was recorded from Strapi, replayed on each database. Bodies are compared as JSON values. */

import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { CLIENTS, DATABASES, openMagazineDatabase } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import type { PostgresDatabase } from '../support/postgres.ts'
import { headersOf, recordedIn, responseOn } from '../support/recorded-requests.ts'

describe.each(DATABASES)('on %s', (kind) => {
  let lectern: Lectern
  let database: PostgresDatabase
  let replayed = 0

  beforeAll(async () => {
    database = await openMagazineDatabase[kind]()
    // The rows were recorded by a server that ran in UTC. Outside production, errors name extensions that are off.
    const env = { TZ: 'UTC', NODE_ENV: 'production' }
    lectern = await openProject({ project: fixture('magazine'), database: database.url, profile: 'strapi', env })
  })

  afterAll(async () => {
    await lectern?.close()
    await database?.drop()
    console.log(`${replayed} recorded cases replayed on ${kind}`)
  })

  for (const file of readdirSync(fixture('cases'))) {
    describe(file, () => {
      it.each(recordedIn(file).map((recorded) => ({ path: recorded.path, recorded })))(
        '$path',
        async ({ recorded }) => {
          const expected = responseOn(CLIENTS[kind], recorded)
          const response = await lectern.fetch(recorded.path, { headers: headersOf(recorded) })
          const body = await response.json()
          replayed += 1
          if (expected.body !== undefined) expect(body).toEqual(expected.body)
          else expect(body).toMatchObject({ data: null, error: { status: 400, message: expect.stringMatching(/./) } })
          expect(response.status).toBe(expected.status)
        },
      )
    })
  }
})
