/** The order in which writers lock documents. */

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { askerOf, type Entry, type Json, type Prepared, prepareSite, type SiteSpec } from './site.ts'

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
        column: { type: 'relation', relation: 'oneToOne', target: 'api::box.box', useJoinTable: false },
        any: { type: 'relation', relation: 'morphToMany' },
        parts: { type: 'component', component: 'part.outer', repeatable: true },
        zone: { type: 'dynamiczone', components: ['part.inner'] },
      },
    },
  },
  components: {
    'part.outer': { inner: { type: 'component', component: 'part.inner' } },
    'part.inner': {
      one: { type: 'relation', relation: 'oneToOne', target: 'api::box.box' },
      column: { type: 'relation', relation: 'oneToOne', target: 'api::box.box', useJoinTable: false },
      about: { type: 'relation', relation: 'morphToOne' },
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

  /** Resolves when a session waits for a lock of `holder`. */
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

  const toAny = (documentId: unknown) => ({ __type: 'api::box.box', documentId })

  it.each<[string, (to: unknown) => Json]>([
    ['a foreign key', (to) => ({ parent: to })],
    ['the other side of a foreign key', (to) => ({ children: [to] })],
    ['a relation to any type', (to) => ({ any: [toAny(to)] })],
    ['a relation of a nested component', (to) => ({ parts: [{ inner: { one: to } }] })],
    ['a foreign key of a component', (to) => ({ parts: [{ inner: { column: to } }] })],
    ['a relation to any type in a zone', (to) => ({ zone: [{ __component: 'part.inner', about: toAny(to) }] })],
  ])('locks documents behind %s in the same order', async (_, linking) => {
    const { ask } = askerOf((path, init) => lectern.fetch(path, init))
    const [first, last] = await twoInOrder()
    const linked = await ask('PUT', `/api/boxs/${last.documentId}?status=draft`, linking(first.documentId))
    expect(linked.status).toBe(200)

    const [holder, looker] = [other(0), other(2)]
    await holder.query('begin')
    await lock(holder, first)
    const publishing = ask('POST', `/api/boxs/${last.documentId}/actions/publish`)
    await waitsFor(holder)
    expect((await lock(looker, last, 'skip locked')).rows).toHaveLength(1)
    await holder.query('commit')
    expect((await publishing).status).toBe(200)
  })

  it.each([
    ['unpublishes', 'POST', '/actions/unpublish'],
    ['deletes', 'DELETE', ''],
  ])('locks those that have a foreign key to what it %s in the same order', async (_, method, action) => {
    const { ask } = askerOf((path, init) => lectern.fetch(path, init))
    const [first, last] = await twoInOrder()
    expect((await ask('PUT', `/api/boxs/${last.documentId}`, {})).status).toBe(200)
    expect((await ask('PUT', `/api/boxs/${first.documentId}`, { column: last.documentId })).status).toBe(200)

    const [holder, looker] = [other(0), other(2)]
    await holder.query('begin')
    await lock(holder, first)
    const removing = ask(method, `/api/boxs/${last.documentId}${action}`)
    await waitsFor(holder)
    expect((await lock(looker, last, 'skip locked')).rows).toHaveLength(2)
    await holder.query('commit')
    expect((await removing).status).toBeLessThan(300)
  })
})
