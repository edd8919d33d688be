/** Row counts that the database stores: they are used, and they always equal the number of rows. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { type Place, PREPARED_PLACES } from '../migrate/places.ts'

const LOCALES = ['en', 'de', null] as const
const STATUSES = ['draft', 'published'] as const

const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`)

/** Random numbers with a fixed seed, so that failures are reproducible. */
function createDice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

describe.each(Object.entries(PREPARED_PLACES))('on %s', (kind, makePlace) => {
  let place: Place
  let lectern: Lectern
  const now = kind === 'SQLite' ? '1700000000000' : 'now()'

  beforeEach(async () => {
    place = await makePlace()
    place.write({ types: { note: { title: { type: 'string' } } }, localized: true, draftAndPublish: true })
    await place.migrate()
    await place.allow('api::note.note.find')
    lectern = await place.open()
  })
  afterEach(() => place.remove())

  async function total(query: string): Promise<number> {
    const response = await lectern.fetch(`/api/notes?pagination[pageSize]=1&${query}`)
    const { meta } = (await response.json()) as { meta: { pagination: { total: number } } }
    return meta.pagination.total
  }

  const add = (id: number, locale: string | null, published: boolean) =>
    place.sql(`insert into notes (id, document_id, locale, published_at)
      values (${id}, 'd${id}', ${quoted(locale)}, ${published ? now : 'null'})`)

  async function expectRight(): Promise<void> {
    for (const status of STATUSES) {
      const version = `published_at is ${status === 'draft' ? '' : 'not '}null`
      for (const locale of ['en', 'de', '*']) {
        const where = locale === '*' ? version : `${version} and locale = '${locale}'`
        const [row] = await place.sql(`select count(*) from notes where ${where}`)
        expect(await total(`status=${status}&locale=${locale}`), `${status} ${locale}`).toBe(Number(row?.[0]))
      }
    }
  }

  const tamper = () => place.sql('update lectern_counts set entries = entries + 1000')

  it('are read instead of counting', async () => {
    await add(1, 'en', true)
    expect(await total('')).toBe(1)
    await tamper()
    // A change that does not affect the count, but invalidates everything that is cached in memory.
    await place.sql("update notes set title = 'x'")
    expect(await total('')).toBe(1001)
    expect(await total('filters[title]=x')).toBe(1)
    expect(await total('filters[id][$notNull]=true')).toBe(1)
  })

  it('follow every change of every program', { timeout: 60_000 }, async () => {
    const dice = createDice(7)
    const some = () => `id % ${2 + dice(5)} = ${dice(2)}`
    const locale = () => quoted(LOCALES[dice(LOCALES.length)] ?? null)
    const changes = [
      (round: number) => add(round, LOCALES[dice(3)] ?? null, dice(2) === 0),
      () => place.sql(`delete from notes where ${some()}`),
      () => place.sql(`update notes set locale = ${locale()} where ${some()}`),
      () => place.sql(`update notes set published_at = ${dice(2) === 0 ? now : 'null'} where ${some()}`),
      () => place.sql(`update notes set title = 'other', locale = locale where ${some()}`),
      (round: number) =>
        place.sql(`insert into notes (document_id, locale, published_at)
          select 'c' || id || '_${round}', ${locale()}, published_at from notes where ${some()}`),
      (round: number) =>
        place.sql(`insert into notes (id, locale) values (${1 + dice(round)}, ${locale()})
          on conflict (id) do update set locale = excluded.locale, published_at = ${now}`),
    ]
    for (let round = 1; round <= 60; round += 1) {
      await changes[dice(changes.length)]?.(round * 1_000)
      const [row] = await place.sql('select count(*) from notes')
      if (Number(row?.[0]) > 2_000) await place.sql('delete from notes where id % 10 > 0')
      await expectRight()
    }
    await place.sql('delete from notes')
    await expectRight()
  })

  it('are replaced by counting rows if a table was rebuilt without triggers, until lectern migrate', async () => {
    await add(1, 'en', true)
    await place.sql('create table copy as select * from notes')
    await place.sql(`alter table ${kind === 'SQLite' ? 'notes' : '"notes"'} rename to old_notes`)
    await place.sql('alter table copy rename to notes')
    await add(2, 'en', true)
    expect(await total('')).toBe(2)
    await place.sql('drop table old_notes')
    await place.migrate()
    lectern = await place.open()
    await add(3, 'en', true)
    await expectRight()
    await tamper()
    await place.sql("update notes set title = 'x'")
    expect(await total('')).toBeGreaterThan(1_000)
  })

  // Only SQLite has such a statement.
  it.runIf(kind === 'SQLite')('are counted again after a row has taken the place of another', async () => {
    await add(1, 'en', true)
    await place.sql("insert or replace into notes (id, locale) values (1, 'de')")
    await expectRight()
    await add(2, 'en', true)
    await expectRight()
    expect((await place.migrate()).changes.map(({ text }) => text)).toContain('count the rows of notes')
    await add(3, 'en', true)
    await expectRight()
    expect((await place.migrate()).changes).toEqual([])
  })

  it('survive VACUUM', async () => {
    await add(1, 'en', true)
    await place.sql('vacuum')
    await add(2, 'de', true)
    await expectRight()
  })
})

describe('only on PostgreSQL', () => {
  let place: Place
  beforeEach(async () => {
    place = await PREPARED_PLACES.PostgreSQL()
    place.write({ types: { note: { title: { type: 'string' } } }, draftAndPublish: true })
    await place.migrate()
  })
  afterEach(() => place.remove())

  const BOTH = `select (select count(*) from notes where published_at is not null)::int,
    (select coalesce(sum(entries), 0) from lectern_counts where table_name = 'notes' and published = 1)::int`

  async function within<T>(count: number, work: (clients: readonly pg.Client[]) => Promise<T>): Promise<T> {
    const clients = Array.from({ length: count }, () => new pg.Client(place.database))
    await Promise.all(clients.map((client) => client.connect()))
    try {
      return await work(clients)
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  }

  it('equal the rows in every snapshot, during concurrent writes and merges', async () => {
    await within(5, async ([reader, ...writers]) => {
      let writing = true
      const write = async (client: pg.Client, writer: number) => {
        for (let round = 0; round < 150; round += 1) {
          await client.query('begin')
          await client.query(`insert into notes (published_at) select now() from generate_series(1, ${1 + writer})`)
          if (round % 3 === 0)
            await client.query('delete from notes where id in (select id from notes for update skip locked limit 2)')
          await client.query(round % 5 === 0 ? 'rollback' : 'commit')
        }
      }
      const done = Promise.all(writers.map(write)).finally(() => {
        writing = false
      })
      let looks = 0
      while (writing) {
        const { rows } = await (reader as pg.Client).query<number[]>({ text: BOTH, rowMode: 'array' })
        expect(rows[0]?.[0]).toBe(rows[0]?.[1])
        looks += 1
      }
      await done
      expect(looks).toBeGreaterThan(10)
    })
    const [[counted, kept] = []] = await place.sql(BOTH)
    expect(kept).toBe(counted)
    expect(Number(counted)).toBeGreaterThan(100)
    // 600 transactions wrote records: if there are fewer now, they were merged.
    const [[notes] = []] = await place.sql('select count(*) from lectern_counts')
    expect(Number(notes)).toBeLessThan(600)
  })

  it('are replaced by counting rows where row security hides some from the reader', async () => {
    const role = `reader_${randomUUID().replaceAll('-', '')}`
    await place.sql('insert into notes (document_id, published_at) select n, now() from generate_series(1, 5) as n')
    await place.allow('api::note.note.find')
    await place.sql(`create role ${role} login; grant select on all tables in schema public to ${role};
      alter table notes enable row level security; create policy some_notes on notes using (id % 2 = 0)`)
    const lectern = await openProject({
      project: place.folder,
      database: Object.assign(new URL(place.database), { username: role }).href,
      env: {},
    })
    try {
      const body: unknown = await (await lectern.fetch('/api/notes')).json()
      expect(body).toMatchObject({ data: [{ id: 2 }, { id: 4 }], meta: { pagination: { total: 2 } } })
    } finally {
      await lectern.close()
      await place.sql(`drop owned by ${role}; drop role ${role}`)
    }
  })

  it('are zero after a truncate, and unknown if the transaction cannot see all records', async () => {
    await place.sql('insert into notes (published_at) select now() from generate_series(1, 5)')
    await place.sql('truncate notes')
    expect(await place.sql(BOTH)).toEqual([[0, 0]])
    await within(2, async ([old, other]) => {
      await old?.query('begin isolation level repeatable read')
      await old?.query('select 1 from notes')
      await other?.query('insert into notes (published_at) values (now())')
      await old?.query('truncate notes')
      await old?.query('commit')
    })
    const lost = "select count(*) from lectern_counts where table_name = 'notes' and entries is null"
    expect(Number((await place.sql(lost))[0]?.[0])).toBe(1)
    await place.migrate()
    expect(Number((await place.sql(lost))[0]?.[0])).toBe(0)
    expect(await place.sql(BOTH)).toEqual([[0, 0]])
  })

  it('are not used while the triggers are disabled', async () => {
    await place.sql('alter table notes disable trigger all')
    const texts = (await place.migrate()).changes.map(({ text }) => text)
    expect(texts).toContain('count the rows of notes')
  })
})
