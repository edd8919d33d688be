/** Writes to columns that were altered by hand, or made by another tool: of types, and with limits, that Lectern does not create. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { runScript } from '../support/postgres.ts'
import { type Answer, askerOf, type Json, type Prepared, prepareSite } from '../writes/site.ts'

/** By attribute: its type, that of its column, a value, and one that the column cannot hold. */
const ODD: Readonly<Record<string, readonly [type: string, column: string, value: unknown, wrong?: unknown]>> = {
  uuid: ['string', 'uuid', '0b8f3c1e-5a0e-4c62-9d39-2d8f4d2c9a11', 'x'],
  mood: ['enumeration', 'mood', 'sad', 'glad'],
  bits: ['string', 'bit(3)', '101', '1010'],
  markup: ['text', 'xml', '<a/>', '<a'],
  bytes: ['string', 'bytea', '\\x616263', '\\xzz'],
  code: ['string', 'char(3)', 'abc', 'abcd'],
  short: ['string', 'varchar(5)', 'short', 'longer'],
  long: ['text', 'varchar(255)', 'x'.repeat(255), 'x'.repeat(256)],
  span: ['string', 'int4range', '[1,5)', '[5,1)'],
  label: ['string', 'label', 'in a domain', 'in a domain, but long'],
  citext: ['string', 'citext', 'Case'],
  positive: ['integer', 'positive', 5, -5],
  small: ['integer', 'smallint', 7, 40_000],
  narrow: ['biginteger', 'integer', '7', '9999999999'],
  scaled: ['biginteger', 'numeric(12,2)', '7'],
  rough: ['biginteger', 'double precision', '9000000000000000'],
  real: ['float', 'real', 0.1, 1e300],
  price: ['decimal', 'money', 12.5],
  number: ['decimal', 'numeric(5,2)', 12.5, 12_345],
  hour: ['time', 'timetz', '10:20:30.000'],
  moment: ['datetime', 'timestamptz', '2024-07-03T02:05:06.000Z'],
  plain: ['json', 'json', { a: [true], b: 'x' }],
  tags: ['json', 'text[]', ['x', 'y"z', null], { a: 1 }],
  numbers: ['json', 'int[]', [1, 2], ['x']],
  checked: ['integer', 'integer check (checked > 0)', 1, -1],
}

/** As the column shows it, where that is not as it was sent. */
const SHOWN: Json = { scaled: '7.00', rough: '9e+15' }

const NAMES = Object.keys(ODD)
const attributes = Object.fromEntries(
  Object.entries(ODD).map(([name, [type]]) => [
    name,
    type === 'enumeration' ? { type, enum: ['sad', 'glad'] } : { type },
  ]),
)

let site: Prepared
let asker: ReturnType<typeof askerOf>
let notices: readonly string[]
let close: () => Promise<void>

beforeAll(async () => {
  site = await prepareSite('PostgreSQL', {
    types: {
      note: {
        attributes: { title: { type: 'string' }, flag: { type: 'boolean' }, ...attributes },
        draftAndPublish: true,
        localized: true,
      },
    },
  })
  const changes = Object.entries(ODD).map(
    ([name, [, column]]) =>
      `alter table notes drop column "${name}"; alter table notes add column "${name}" ${column};`,
  )
  await runScript(
    site.database,
    `create extension citext; create type mood as enum ('sad', 'ok');
     create domain label as varchar(15); create domain positive as integer check (value > 0);
     ${changes.join(' ')} alter table notes drop column flag; alter table notes add column flag smallint;
     alter table notes alter column published_at type timestamptz, alter column created_at type timestamptz;
     do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'America/New_York'); end $$`,
  )
  const lectern = await openProject({ project: site.folder, database: site.database, env: { TZ: 'Europe/Berlin' } })
  notices = lectern.leftOut.map(({ message }) => message)
  asker = askerOf((path, init) => lectern.fetch(path, init))
  close = () => lectern.close()
})

afterAll(async () => {
  await close?.()
  await site?.remove()
})

describe('a column of another type', () => {
  it.each(NAMES)('takes what is sent, and is copied when the entry is published: %s', async (name) => {
    const sent = ODD[name]?.[2]
    const value = SHOWN[name] ?? sent
    const { documentId } = await asker.create('/api/notes?status=draft', { title: name, [name]: sent })
    await asker.update(`/api/notes/${documentId}?status=draft`, { [name]: sent })
    expect(await asker.update(`/api/notes/${documentId}`, {})).toMatchObject({ [name]: value })
    expect(await asker.read(`/api/notes/${documentId}?fields=${name}`)).toMatchObject({ [name]: value })
    // Attributes that are not localized are copied to other locales.
    await asker.update(`/api/notes/${documentId}?locale=fr`, { title: 'shared' })
    expect(await asker.read(`/api/notes/${documentId}?locale=fr`)).toMatchObject({ [name]: value })
  })

  it.each(NAMES.filter((name) => ODD[name]?.[3] !== undefined))('refuses what it cannot hold: %s', async (name) => {
    const answer: Answer = await asker.ask('POST', '/api/notes', { [name]: ODD[name]?.[3] } satisfies Json)
    expect([answer.status, answer.error?.name]).toEqual([400, 'ValidationError'])
  })

  it.each([
    ['short', 'longer', 5],
    ['code', 'abcd', 3],
    ['label', 'in a domain, but long', 15],
    ['long', 'x'.repeat(256), 255],
  ])('is named where a text is too long for it: %s', async (name, text, longest) => {
    const { status, error } = await asker.ask('POST', '/api/notes?status=draft', { [name]: text })
    expect(status).toBe(400)
    const message = `${name} must be at most ${longest} characters`
    expect(error?.details).toMatchObject({ errors: [{ path: [name], message }] })
  })

  it('is served with its own type where its values cannot be compared with those of the attribute', async () => {
    expect(notices).toEqual([
      '"flag" is served with the type "integer" of its column, not as "boolean". The column was changed by hand: change it back, or the schema file.',
    ])
    expect(await asker.create('/api/notes', { title: 'flagged', flag: 1 })).toMatchObject({ flag: 1 })
    expect(await asker.list('/api/notes?filters[flag]=1')).toHaveLength(1)
  })

  it('stores the right moment, whatever the time zone of the session', async () => {
    const { createdAt, publishedAt } = await asker.create('/api/notes', {
      title: 'now',
      moment: '2024-01-01T00:00:00Z',
    })
    const [row] = await site.sql(
      `select (extract(epoch from moment) * 1000)::bigint::text, (extract(epoch from created_at) * 1000)::bigint::text,
         (extract(epoch from published_at) * 1000)::bigint::text
       from notes where title = 'now' and published_at is not null`,
    )
    const moments = ['2024-01-01T00:00:00Z', createdAt, publishedAt].map((moment) => String(Date.parse(String(moment))))
    expect(row?.map(String)).toEqual(moments)
  })
})
