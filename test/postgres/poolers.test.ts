/** Poolers between Lectern and the server, which lend sessions. */

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { migrateProject } from '../../src/open/migration/migrate-project.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine, type PostgresDatabase, runScript } from '../support/postgres.ts'
import { type Pooler, type PoolMode, startPooler } from './pooler.ts'

let magazine: PostgresDatabase
const poolers: Pooler[] = []

beforeAll(async () => {
  magazine = await createMagazine()
})

afterAll(async () => {
  for (const pooler of poolers) await pooler.close()
  await magazine?.drop()
})

const start = async (mode: PoolMode): Promise<Pooler> => {
  const pooler = await startPooler(magazine.url, mode)
  poolers.push(pooler)
  return pooler
}
const pooled = async (mode: PoolMode): Promise<string> => (await start(mode)).url

describe('a pooler that gives every transaction another session', () => {
  const refusal = expect.stringContaining('gives every transaction another session')

  it('is refused, with an alternative', async () => {
    const database = await pooled('transaction')
    const opened = openProject({ project: fixture('magazine'), database })
    await expect(opened).rejects.toMatchObject({ message: refusal })
    await expect(opened).rejects.toMatchObject({ message: expect.stringContaining('pool in session mode') })
  })

  it('is refused for writing too', async () => {
    const database = await pooled('transaction')
    const migrated = migrateProject({ project: fixture('magazine'), database, adopt: true })
    await expect(migrated).rejects.toMatchObject({ message: refusal })
  })

  it('does not change the sessions of other programs', async () => {
    const database = await pooled('transaction')
    await expect(openProject({ project: fixture('magazine'), database })).rejects.toThrow()
    await runScript(database, 'create table written_by_others (id int)')
  })
})

describe('a pooler that keeps sessions', () => {
  it('works like the server itself', async () => {
    const database = await pooled('session')
    const project = await openProject({ project: fixture('magazine'), database })
    try {
      const responses = Array.from({ length: 20 }, (_, page) =>
        project.fetch(`/api/articles?pagination[page]=${page + 1}`),
      )
      expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(responses.map(() => 200))
    } finally {
      await project.close()
    }
  })
})

/** Milliseconds between two checks of the connections. */
const CHECKED_AGAIN = 2_100

it('a pooler that is restarted in another mode is noticed, and used again when that is undone', {
  timeout: 30_000,
}, async () => {
  const pooler = await start('session')
  const project = await openProject({ project: fixture('magazine'), database: pooler.url })
  const status = async () => (await project.fetch(`/api/articles?pagination[pageSize]=${1 + (asked++ % 50)}`)).status
  let asked = 0
  try {
    expect(await status()).toBe(200)
    await pause(CHECKED_AGAIN)
    await pooler.restart('transaction')
    const meanwhile = await Promise.all(Array.from({ length: 10 }, status))
    expect(meanwhile).toEqual(meanwhile.map(() => 503))
    await pooler.restart('session')
    expect(await status()).toBe(200)
  } finally {
    await project.close()
  }
})
