/** More clients than can be served: some are, and the others get Retry-After. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { endPrograms, serve, until } from '../postgres-process/program.ts'
import { DATABASES } from '../support/databases.ts'
import { ask, errorName } from './clients.ts'
import { makeSite } from './site.ts'

afterEach(endPrograms)

const CLIENTS = 512

/** Nested lists: for all clients together, many times the time limit of a request. */
const medium = `/api/articles?pagination[limit]=1&populate${'[author][populate][articles][populate]'.repeat(3)}[author][fields]=name`

describe.each(DATABASES)('on %s', (kind) => {
  it(`${CLIENTS} clients are all answered in time, with entries or with Retry-After`, async () => {
    const site = await makeSite(kind, { cache: false, requestTimeout: 4_000 })
    try {
      const connection = { pool: { max: 2 }, acquireConnectionTimeout: 60_000 }
      writeFileSync(join(site.folder, 'config', 'database.js'), `module.exports = ${JSON.stringify({ connection })}\n`)
      const { address } = await serve(['--project', site.folder, '--database', site.database])
      // From here on, its cost is known.
      await until('one is answered', async () => (await ask(address + medium)).status === 200)
      // On a machine that is busy with other tests, even a single one may exceed the time limit.
      await until(
        'some are served',
        async () => {
          const heard = await Promise.all(Array.from({ length: CLIENTS }, () => ask(address + medium)))
          const statuses = new Set(heard.map(({ status }) => status))
          expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
          const refused = heard.filter((answer) => answer.status === 503 && errorName(answer) !== 'QueryTimeoutError')
          expect(refused).not.toEqual([])
          for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
          return statuses.has(200)
        },
        60_000,
      )
    } finally {
      await site.remove()
    }
  })
})
