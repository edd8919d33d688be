/** A server, database or role that has other defaults than PostgreSQL's own. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { askerOf, type Prepared, prepareSite } from '../writes/site.ts'

const SPEC = {
  types: {
    page: { attributes: { name: { type: 'string', unique: true }, slug: { type: 'uid', targetField: 'name' } } },
  },
}

let site: Prepared
let lectern: Lectern | undefined

beforeEach(async () => {
  site = await prepareSite('PostgreSQL', SPEC)
})

afterEach(async () => {
  await lectern?.close()
  await site.remove()
})

/** For connections that are opened from now on. */
const setDefault = (name: string, value: string) =>
  site.sql(
    `do $do$ begin execute format('alter database %I set ${name} = %L', current_database(), '${value}'); end $do$`,
  )

const open = async () => {
  const opened = await openProject({ project: site.folder, database: site.database, env: {} })
  lectern = opened
  return askerOf((path, init) => opened.fetch(path, init))
}

const timesOver = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

describe.each(['repeatable read', 'serializable'])('transactions that are %s by default', (level) => {
  beforeEach(async () => {
    await setDefault('default_transaction_isolation', level)
    await setDefault('default_transaction_deferrable', 'on')
  })

  it('see what was written while they waited: unique values stay unique', async () => {
    const { ask, list } = await open()
    const answers = await timesOver(8, () => ask('POST', '/api/pages', { name: 'Same' }))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 400)])
    expect(await list('/api/pages')).toHaveLength(1)
  })
})

describe('a time limit for locks', () => {
  it('ends reads of a table that another program has locked; the server stays ready', async () => {
    await setDefault('lock_timeout', '100ms')
    const { ask, list } = await open()
    expect(await list('/api/pages')).toEqual([])
    await site.sql('begin')
    await site.sql('lock table pages')
    expect((await ask('GET', '/api/pages?sort=name')).status).toBe(503)
    expect((await ask('GET', '/_ready')).status).toBe(204)
    await site.sql('rollback')
    expect(await list('/api/pages?sort=name')).toEqual([])
  })
})

describe('transactions that are read-only by default', () => {
  it('refuse writes while they are, and reads continue', async () => {
    const { ask, create, list } = await open()
    await create('/api/pages', { name: 'Before' })
    await setDefault('default_transaction_read_only', 'on')
    await site.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern' and datname = current_database()`,
    )
    const refusal = { status: 503, error: { message: expect.stringContaining('read-only') } }
    // The first may find its connection ended.
    await ask('POST', '/api/pages', { name: 'Meanwhile' })
    expect(await ask('POST', '/api/pages', { name: 'Meanwhile' })).toMatchObject(refusal)
    expect(await list('/api/pages')).toMatchObject([{ name: 'Before' }])
  })
})
