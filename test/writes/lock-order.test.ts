/** The order in which writers lock documents. */

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { askerOf, type Entry, type Prepared, prepareSite, type SiteSpec } from './site.ts'

const SPEC: SiteSpec = {
  types: {
    box: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string' },
        mates: { type: 'relation', relation: 'manyToMany', target: 'api::box.box', inversedBy: 'matesOf' },
        matesOf: { type: 'relation', relation: 'manyToMany', target: 'api::box.box', mappedBy: 'mates' },
        parent: {
          type: 'relation',
          relation: 'manyToOne',
          target: 'api::box.box',
          inversedBy: 'children',
          useJoinTable: false,
        },
        children: { type: 'relation', relation: 'oneToMany', target: 'api::box.box', mappedBy: 'parent' },
      },
    },
  },
  config: { api: { rest: { requestTimeout: 60_000 } } },
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('a writer on PostgreSQL', () => {
  let site: Prepared
  let lectern: Lectern
  const others: pg.Client[] = []
  beforeAll(async () => {
    site = await prepareSite('PostgreSQL', SPEC)
    lectern = await openProject({ project: site.folder, database: site.database, env: {}, migrate: true })
    for (const name of ['holds one', 'holds another', 'looks']) others.push(await connected(name))
  })
  afterAll(async () => {
    for (const other of others) await other.end()
    await lectern?.close()
    await site?.remove()
  })

  async function connected(name: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: site.database, application_name: name })
    await client.connect()
    return client
  }
  const other = (index: number) => others[index] ?? expect.unreachable()
  const lock = (client: pg.Client, { documentId }: Entry, more = '') =>
    client.query(`select id from boxs where document_id = $1 for no key update ${more}`, [documentId])

  /** Resolves when somebody waits for a lock of `holder`. */
  async function waitsFor(holder: pg.Client): Promise<void> {
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    const waits = `select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))`
    while ((await other(2).query(waits, [rows[0].pid])).rows.length === 0) await pause(10)
  }

  /** Two new drafts, in the order in which writers lock them. */
  async function twoInOrder(): Promise<readonly [Entry, Entry]> {
    const { create } = askerOf((path, init) => lectern.fetch(path, init))
    const made: Entry[] = []
    for (const name of ['a', 'b']) made.push((await create('/api/boxs?status=draft', { name })) as Entry)
    const [first, last] = made.sort((a, b) => (String(a.documentId) < String(b.documentId) ? -1 : 1))
    return first === undefined || last === undefined ? expect.unreachable() : [first, last]
  }

  it('holds none while it waits for one that comes earlier in the order', async () => {
    const { ask } = askerOf((path, init) => lectern.fetch(path, init))
    const [first, last] = await twoInOrder()

    const [one, another, looker] = [other(0), other(1), other(2)]
    await one.query('begin')
    await lock(one, last)
    await another.query('begin')
    await lock(another, first)
    const publishing = ask('POST', `/api/boxs/${last.documentId}/actions/publish`)
    await waitsFor(one)
    await one.query('insert into boxs_mates_lnk (box_id, inv_box_id, box_ord) values ($1, $2, 1)', [last.id, first.id])
    await one.query('commit')
    await waitsFor(another)

    // The writer that has the first may wait for the last: neither must wait for the other.
    expect((await lock(looker, last, 'skip locked')).rows).toHaveLength(1)
    await another.query('commit')
    expect((await publishing).status).toBe(200)
  })

  it.each(['parent', 'children'])('locks documents behind a foreign key in the same order: %s', async (attribute) => {
    const { ask } = askerOf((path, init) => lectern.fetch(path, init))
    const [first, last] = await twoInOrder()
    await ask('PUT', `/api/boxs/${last.documentId}?status=draft`, { [attribute]: [first.documentId] })

    const [holder, looker] = [other(0), other(2)]
    await holder.query('begin')
    await lock(holder, first)
    const publishing = ask('POST', `/api/boxs/${last.documentId}/actions/publish`)
    await waitsFor(holder)
    expect((await lock(looker, last, 'skip locked')).rows).toHaveLength(1)
    await holder.query('commit')
    expect((await publishing).status).toBe(200)
  })
})
