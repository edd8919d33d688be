/** The catalog of departures agrees with docs/compatibility.md. */

import { describe, expect, it } from 'vitest'
import { DEPARTURES, type DepartureId, linkTo } from '../../src/compare/departures/catalog.ts'
import { type Facts, factsOf } from '../../src/compare/departures/facts.ts'
import { departuresIn } from '../../src/compare/departures/met-departures.ts'
import { BACKENDS } from '../../src/dialects/backends.ts'
import { page } from '../structure/pages.ts'
import { schemaOf } from '../support/schema-of.ts'

const text = page('compatibility.md')

function rowsOf(section: string): readonly (readonly string[])[] {
  const part = text.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? ''
  const rows = part.split('\n').filter((line) => line.startsWith('|') && !/^\|[-|]+$/.test(line))
  return rows.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

describe.each(Object.entries(DEPARTURES))('%s', (id, { section, strapi, lectern }) => {
  it('is a row of its section', () => {
    const row = rowsOf(section).find(([left]) => left === strapi)
    expect(row, `${section}: ${strapi}`).toBeDefined()
    expect(row?.slice(1).join()).toContain(lectern)
    expect(linkTo(id as DepartureId)).toBe(`docs/compatibility.md#${section.toLowerCase().replaceAll(' ', '-')}`)
  })
})

/** Departures that a comparison cannot show: some crashes, timing, and details of errors, which are not compared. */
const NOT_TO_BE_MET = [
  'sorting below a field (`sort=title.foo`) 500',
  'JSON with NUL characters, unpaired surrogates or very many levels in a filter fails on PostgreSQL',
  'a 404 for an unknown path says nothing more',
  'the order of keys in a response depends on timing',
  'the list and its total are read in two transactions',
]

it.each([
  'Errors instead of crashes',
  'Nothing is dropped in silence',
  'Nothing leaks',
  'The same response on every database',
])('every row of "%s" is in the catalog', (section) => {
  const known = Object.values(DEPARTURES).map(({ strapi }) => strapi as string)
  const rows = rowsOf(section).map(([left = '']) => left)
  const missing = rows.filter(
    (left) => left !== 'Strapi 5.54' && !known.includes(left) && !NOT_TO_BE_MET.includes(left),
  )
  expect(missing).toEqual([])
})

describe('the departures that a project can meet', () => {
  const facts = (attributes: Record<string, unknown>, more: Partial<Facts> = {}): Facts => ({
    ...factsOf({
      schema: schemaOf({ types: { page: attributes, note: {} }, withoutDrafts: ['page'] }),
      habits: BACKENDS.sqlite.strapi,
      profile: 'strapi',
      ownDatabase: false,
      draftsGranted: false,
      setsMaxLimit: true,
    }),
    ...more,
  })
  const met = (...given: Parameters<typeof facts>) => departuresIn(facts(...given))
  const plain = met({ title: { type: 'string' } })

  it.each<[DepartureId, Record<string, unknown>]>([
    ['json-order', { meta: { type: 'json' } }],
    ['json-equality', { meta: { type: 'json' } }],
    ['big-integers', { count: { type: 'biginteger' } }],
    ['relation-not', { note: { type: 'relation', relation: 'manyToOne', target: 'api::note.note' } }],
    ['drafts-in-filters', { note: { type: 'relation', relation: 'manyToOne', target: 'api::note.note' } }],
    ['any-type-null', { about: { type: 'relation', relation: 'morphToOne' } }],
    ['names-told-apart', { secret: { type: 'string', private: true } }],
    ['foreign-relations', { ticket: { type: 'relation', relation: 'oneToOne', target: 'plugin::desk.ticket' } }],
  ])('%s is met with certain attributes, and not without them', (id, attributes) => {
    expect(met(attributes)).toContain(id)
    expect(plain).not.toContain(id)
  })

  it('the inverse side of a polymorphic relation counts', () => {
    const about = { type: 'relation', relation: 'morphToMany' }
    const pages = { type: 'relation', relation: 'morphMany', target: 'api::page.page', morphBy: 'about' }
    expect(met({ about, pages })).toContain('any-type-count')
    expect(met({ about })).not.toContain('any-type-count')
  })

  it('depend on the database and the profile', () => {
    const onServer = BACKENDS.postgres.strapi
    const media = { cover: { type: 'media', multiple: false }, at: { type: 'time' } }
    expect(plain).toContain('exact-case')
    expect(met({}, onServer)).not.toContain('exact-case')
    expect(met(media, onServer)).toContain('time-decimals')
    expect(met(media)).not.toContain('time-decimals')
    expect(met(media)).not.toContain('media-filter')
    expect(met(media, { profile: 'contract' })).toContain('media-filter')
  })
})
