/** Rows that come and go while triggers are off, or that are replicated: kept numbers and caches are right again. */

import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findMiscounts } from '../../src/open/migration/find-miscounts.ts'
import { type Cluster, createCluster } from '../support/embedded-server.ts'
import { type Place, PREPARED_PLACES } from './places.ts'

const SCHEMAS = { types: { note: { title: { type: 'string' } } }, localized: true, draftAndPublish: true }

async function openPlace(place: Place) {
  place.write(SCHEMAS)
  await place.migrate()
  await place.allow('api::note.note.find')
  const lectern = await place.open()
  return async () => {
    const response = await lectern.fetch('/api/notes?locale=*')
    const { data, meta } = (await response.json()) as {
      data: readonly { title: string }[]
      meta: { pagination: { total: number } }
    }
    return { titles: data.map(({ title }) => title), total: meta.pagination.total }
  }
}

const miscounts = (place: Place) => findMiscounts({ project: place.folder, database: place.database, env: {} })

/** Puts rows in as a program does that has dropped the triggers for the time being. */
async function addBehindTriggers(place: Place, kind: string): Promise<void> {
  if (kind === 'PostgreSQL') {
    await place.sql('alter table notes disable trigger all')
    await place.sql("insert into notes (title, locale, published_at) values ('unseen', 'en', now())")
    await place.sql('alter table notes enable trigger all')
    await place.sql('alter table notes enable replica trigger lectern_count_row')
    await place.sql('alter table notes enable always trigger lectern_count_truncate')
    return
  }
  const [[trigger] = []] = await place.sql("select sql from sqlite_master where name = 'lectern_count_insert_notes'")
  await place.sql('drop trigger lectern_count_insert_notes')
  await place.sql("insert into notes (title, locale, published_at) values ('unseen', 'en', 1700000000000)")
  await place.sql(String(trigger))
}

describe.each(Object.entries(PREPARED_PLACES))('on %s', (kind, makePlace) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
  })
  afterEach(() => place.remove())

  it('a wrong number is found, and set right by a recount alone', async () => {
    const read = await openPlace(place)
    expect(await miscounts(place)).toEqual([])
    await addBehindTriggers(place, kind)
    expect(await miscounts(place)).toEqual([
      expect.stringMatching(/^The number of rows in notes is 1, the stored count is 0: .*lectern migrate --recount/),
    ])
    await place.migrate({ recount: true })
    expect(await miscounts(place)).toEqual([])
    expect(await read()).toEqual({ titles: ['unseen'], total: 1 })
    expect((await place.migrate()).changes).toEqual([])
  })

  it('a number that is right in sum and wrong in its parts is found too', async () => {
    await openPlace(place)
    await place.sql(
      "insert into lectern_counts (table_name, published, locale, entries) values ('notes', 1, 'en', 2), ('notes', 0, 'en', -2)",
    )
    expect(await miscounts(place)).toEqual([
      expect.stringContaining('by version and locale differs from the stored counts'),
    ])
  })
})

const REPLICA = 'set session_replication_role = replica; '
const ADD = "insert into notes (title, locale, published_at) select 'bulk', 'en', now() from generate_series(1, 25)"

describe('rows that a bulk loader puts into PostgreSQL', () => {
  let place: Place
  beforeEach(async () => {
    place = await PREPARED_PLACES.PostgreSQL()
  })
  afterEach(() => place.remove())

  async function inOneSession(...texts: readonly string[]): Promise<void> {
    const client = new pg.Client(place.database)
    await client.connect()
    for (const text of texts) await client.query(text)
    await client.end()
  }

  it('are counted, and seen at once', async () => {
    const read = await openPlace(place)
    expect((await read()).total).toBe(0)
    await inOneSession(REPLICA + ADD)
    expect(await read()).toMatchObject({ total: 25 })
    await inOneSession(`${REPLICA} update notes set title = 'changed', published_at = null where id % 2 = 0`)
    const { titles, total } = await read()
    expect([titles.length, total]).toEqual([13, 13])
    await inOneSession(`${REPLICA} delete from notes where id > 20`)
    expect((await read()).total).toBe(10)
    await inOneSession(`${REPLICA} truncate notes`)
    expect(await read()).toEqual({ titles: [], total: 0 })
    expect(await miscounts(place)).toEqual([])
  })

  it('are counted once where the session is an ordinary one', async () => {
    const read = await openPlace(place)
    await inOneSession(ADD)
    expect((await read()).total).toBe(25)
  })

  it('are counted in a database from before, after lectern migrate', async () => {
    const read = await openPlace(place)
    for (const trigger of ['lectern_count_row', 'lectern_revision_row', 'lectern_revision_truncate']) {
      await place.sql(`drop trigger ${trigger} on notes`)
    }
    await place.sql('alter table notes enable trigger lectern_count_truncate')
    await inOneSession(REPLICA + ADD)
    expect(await miscounts(place)).toHaveLength(1)
    await place.migrate()
    expect((await read()).total).toBe(25)
    await inOneSession(REPLICA + ADD)
    expect((await read()).total).toBe(50)
    expect((await place.migrate()).changes).toEqual([])
  })
})

describe('rows that logical replication brings', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await createCluster()
    await cluster.start()
    await sql('postgres', "alter system set wal_level = 'logical'")
    await cluster.stop()
    await cluster.start()
  })
  afterAll(async () => {
    await cluster.stop()
    cluster.remove()
  })

  const urlOf = (name: string) => cluster.url.replace(/postgres$/, name)

  async function sql(name: string, ...texts: readonly string[]): Promise<readonly unknown[][]> {
    const client = new pg.Client(urlOf(name))
    await client.connect()
    try {
      let rows: unknown[][] = []
      for (const text of texts) rows = (await client.query({ text, rowMode: 'array' })).rows as unknown[][]
      return rows
    } finally {
      await client.end()
    }
  }

  it('are counted, one by one and in the first copy', async () => {
    await sql('postgres', 'create database publisher')
    await sql('postgres', 'create database subscriber')
    const place = await PREPARED_PLACES.SQLite()
    place.write(SCHEMAS)
    await place.migrate({ database: urlOf('publisher') })
    await place.migrate({ database: urlOf('subscriber') })
    await sql('publisher', ADD, 'create publication content for table notes')
    await sql('publisher', "select pg_create_logical_replication_slot('content', 'pgoutput')")
    const source = urlOf('publisher')
    await sql(
      'subscriber',
      `create subscription content connection '${source}' publication content with (create_slot = false, slot_name = 'content')`,
    )
    const arrived = async (number: number) => {
      for (let attempt = 0; attempt < 300; attempt += 1) {
        if (Number((await sql('subscriber', 'select count(*) from notes'))[0]?.[0]) === number) return
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`${number} rows did not arrive`)
    }
    const differences = () => findMiscounts({ project: place.folder, database: urlOf('subscriber'), env: {} })
    await arrived(25)
    expect(await differences()).toEqual([])
    await sql('publisher', ADD, 'delete from notes where id <= 5', "update notes set locale = 'de' where id <= 10")
    await arrived(45)
    expect(await differences()).toEqual([])
    await sql('publisher', 'truncate notes')
    await arrived(0)
    expect(await differences()).toEqual([])
    await sql(
      'subscriber',
      'alter subscription content disable',
      'alter subscription content set (slot_name = none)',
      'drop subscription content',
    )
    await place.remove()
  }, 120_000)
})
