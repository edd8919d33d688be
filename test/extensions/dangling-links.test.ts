/** Counts of related entries where links lead to no row: they equal the number of entries that populate shows. */

import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine, runScript } from '../support/postgres.ts'

interface Site extends Asker {
  readonly execute: (script: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

const open = (database: string) =>
  openProject({
    project: fixture('magazine'),
    database,
    profile: 'strapi',
    env: {},
    extensions: ['quantifiers', 'nestedPages', 'aggregates'],
  })

async function openOnSqlite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-dangling-'))
  const file = join(folder, 'magazine.sqlite')
  copyFileSync(fixture('magazine.sqlite'), file)
  const lectern = await open(file)
  const connection = new BetterSqlite3(file)
  connection.pragma('foreign_keys = off')
  return {
    ...askerOf(lectern),
    execute: async (script) => connection.exec(script),
    close: async () => {
      connection.close()
      await lectern.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** `role`: the database role that reads after the script. */
async function openOnPostgres(role?: string, script = ''): Promise<Site> {
  const database = await createMagazine()
  await runScript(database.url, script)
  const url = new URL(database.url)
  if (role !== undefined) url.username = role
  const lectern = await open(url.href)
  return {
    ...askerOf(lectern),
    execute: (script) => runScript(database.url, script),
    close: async () => {
      await lectern.close()
      if (role !== undefined) await runScript(database.url, `drop owned by ${role}; drop role ${role}`)
      await database.drop()
    },
  }
}

/** Number of reviews by article. */
type Counts = readonly (readonly [id: unknown, count: number])[]

const LIST = '/api/articles?fields=id&pagination[limit]=100'

async function shownCounts(site: Asker): Promise<Counts> {
  const articles = await site.list(`${LIST}&populate[reviews][fields]=id`)
  return articles.map(({ id, reviews }) => [id, (reviews as readonly unknown[]).length])
}

const TESTS: Readonly<Record<string, (count: number) => boolean>> = {
  '[$gte]=3': (count) => count >= 3,
  '[$gt]=3': (count) => count > 3,
  '[$lt]=3': (count) => count < 3,
  '[$lte]=3': (count) => count <= 3,
  '[$eq]=3': (count) => count === 3,
  '[$ne]=3': (count) => count !== 3,
  '[$between][0]=2&filters[reviews][$count][$between][1]=4': (count) => count >= 2 && count <= 4,
}

/** Compares everything that counts reviews with the reviews that are shown. */
async function expectShownCounts(site: Asker): Promise<Counts> {
  const shown = await shownCounts(site)
  for (const [test, holds] of Object.entries(TESTS)) {
    const { data, meta } = await site.body(`${LIST}&filters[reviews][$count]${test}`)
    const expected = shown.flatMap(([id, count]) => (holds(count) ? [id] : []))
    const found = data.map(({ id }) => id)
    expect({ test, found, total: meta.pagination.total }).toEqual({ test, found: expected, total: expected.length })
  }
  const counted = await site.list(`${LIST}&populate[reviews][count]=true&sort[0]=reviews.$count:desc&sort[1]=id`)
  const byCount = [...shown].sort(([a, m], [b, n]) => n - m || Number(a) - Number(b))
  expect(counted).toMatchObject(byCount.map(([id, count]) => ({ id, reviews: { count } })))
  const page = 'populate[reviews][pagination][limit]=1&populate[reviews][pagination][withCount]=true'
  const totals = shown.map(([id, total]) => ({ id, reviews: { meta: { pagination: { total } } } }))
  expect(await site.list(`${LIST}&${page}`)).toMatchObject(totals)
  const groups = await site.list('/api/articles/actions/aggregate?count=true&filters[reviews][$count][$gte]=3')
  expect(groups).toEqual([expect.objectContaining({ count: shown.filter(([, count]) => count >= 3).length })])
  return shown
}

/** The change must have an effect: the numbers differ from those before. */
async function expectAfter(site: Site, script: string): Promise<void> {
  const before = await shownCounts(site)
  await site.execute(script)
  expect(await expectShownCounts(site)).not.toEqual(before)
}

const emptyLinks = 'update reviews_article_lnk set review_id = null where id % 5 = 0'
const deleteReviews = (rest: number) => `delete from reviews where id % 5 = ${rest}`

describe('links of SQLite that lead to no entry', () => {
  let site: Site
  beforeAll(async () => {
    site = await openOnSqlite()
  })
  afterAll(() => site?.close())

  it('are none in the fixture', () => expectShownCounts(site))
  it('are not counted if they are empty', () => expectAfter(site, emptyLinks))
  it('are not counted if entries were deleted without foreign keys', () => expectAfter(site, deleteReviews(0)))
})

describe('links of PostgreSQL that lead to no entry', () => {
  const key = 'foreign key (review_id) references reviews (id)'
  let site: Site
  beforeAll(async () => {
    site = await openOnPostgres()
  })
  afterAll(() => site?.close())

  it('are none in the fixture', () => expectShownCounts(site))
  it('are not counted if they are empty', () => expectAfter(site, emptyLinks))
  it('are not counted without the foreign key, dropped while the project is open', () =>
    expectAfter(
      site,
      `alter table reviews_article_lnk drop constraint reviews_article_lnk_fk; delete from reviews_article_lnk where review_id is null; ${deleteReviews(0)}`,
    ))
  it('are not counted with a foreign key that was not validated', () =>
    expectAfter(site, `${deleteReviews(1)}; alter table reviews_article_lnk add constraint late_fk ${key} not valid`))
  it('are not counted with a foreign key of another column', () =>
    expectAfter(
      site,
      `alter table reviews_article_lnk drop constraint late_fk; alter table reviews_article_lnk add column other_id integer, add foreign key (other_id) references reviews (id); ${deleteReviews(2)}`,
    ))
})

describe('links of PostgreSQL to entries that row security hides', () => {
  const role = `reader_${randomUUID().replaceAll('-', '')}`
  let site: Site
  beforeAll(async () => {
    site = await openOnPostgres(
      role,
      `create role ${role} login; grant select on all tables in schema public to ${role};
       alter table reviews enable row level security; create policy some_reviews on reviews using (id % 2 = 0)`,
    )
  })
  afterAll(() => site?.close())

  it('are not counted', () => expectShownCounts(site))
})
