/** `lectern advise` on words inside texts, for which PostgreSQL has indexes. */

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareTrigrams } from '../../src/dialects/postgres/trigrams.ts'
import { type Place, PREPARED_PLACES } from '../migrate/places.ts'
import { createDatabase, runScript } from '../support/postgres.ts'
import { until } from '../support/until.ts'
import { adviseOn, articlesWith } from './articles.ts'

const ROWS = 12_000

/** Different letters for each text, but few of them, because indexing them takes time. */
const letters = (text: string) => `left(md5(${text}), 9)`

async function fill(place: Place): Promise<void> {
  const numbers = `from generate_series(1, ${ROWS}) as i`
  await place.sql(
    `insert into authors (document_id, name, published_at) select 'u' || i, 'Über ' || ${letters("'u' || i")}, now() ${numbers}`,
  )
  await place.sql(
    `insert into articles (document_id, title, body, views, published_at) select 'a' || i, 'Öl ' || ${letters("'t' || i")}, ${letters("'b' || i")}, i % 1000, now() ${numbers}`,
  )
  await place.sql(
    `insert into articles_author_lnk (article_id, author_id) select id, (select min(id) from authors) + (id * 7) % ${ROWS} from articles`,
  )
  for (const table of ['articles', 'authors', 'articles_author_lnk']) await place.sql(`vacuum analyze ${table}`)
}

const PREPARATION = 'create extension if not exists pg_trgm'
const EXTENSIONS = 'select extname::text from pg_extension order by 1'
const SCHEMA_NAMES = "select nspname::text from pg_namespace where nspname !~ '^pg_(toast_)?temp_' order by 1"

/**
 * A closed session takes a moment to drop its temporary indexes. Dropping the extension at the same time would
 * deadlock.
 */
const SESSIONS = "select pid from pg_stat_activity where application_name = 'lectern' and datname = current_database()"

describe('advise on words inside texts', () => {
  let place: Place
  const advise = async (...urls: readonly string[]) => {
    const advice = await adviseOn(place, urls)
    await until(async () => (await place.sql(SESSIONS)).length === 0)
    return advice
  }
  const statementsFor = async (...urls: readonly string[]) =>
    (await advise(...urls)).map(({ statements }) => statements)
  const lettersOf = async (text: string): Promise<string> => {
    const [row] = await place.sql(`select ${letters(`'${text}'`)}`)
    return String(row?.[0])
  }
  const state = async () => [await place.layout(), await place.sql(EXTENSIONS), await place.sql(SCHEMA_NAMES)]

  beforeAll(async () => {
    place = await PREPARED_PLACES.PostgreSQL()
    place.write(articlesWith({ body: { type: 'text' } }))
    await place.migrate()
    await fill(place)
  }, 120_000)
  afterAll(() => place.remove())

  it('recommends SQL that runs in order, leaves nothing behind, and recommends nothing once it exists', async () => {
    const urls = [
      `/api/articles?filters[title][$contains]=${await lettersOf('t77')}`,
      `/api/articles?filters[author][name][$containsi]=${(await lettersOf('u77')).toUpperCase()}`,
      `/api/articles?_q=${await lettersOf('b77')}`,
    ]
    const before = await state()
    const found = await advise(...urls)
    expect(await state()).toEqual(before)
    const [title, name, both] = [
      'create index "lectern_articles_words_exact_title_published" on "articles" using gin ("title" gin_trgm_ops) where "published_at" is not null',
      'create index "lectern_authors_words_folded_name_published" on "authors" using gin ("name" collate "C" gin_trgm_ops) where "published_at" is not null',
      'create index "lectern_articles_words_folded_title_body_published" on "articles" using gin ("title" collate "C" gin_trgm_ops, "body" collate "C" gin_trgm_ops) where "published_at" is not null',
    ]
    expect(found.map(({ statements }) => statements)).toEqual([[PREPARATION, title], [name], [both]])

    for (const statement of found.flatMap(({ statements }) => statements)) await place.sql(statement)
    const again = await advise(...urls)
    expect(again.map(({ statements }) => statements)).toEqual([[], [], []])
    const plans = again.map(({ before: { plan } }) => plan.join('\n'))
    expect(plans[0]).toContain('Bitmap Index Scan on lectern_articles_words_exact_title_published')
    expect(plans[1]).toContain('Bitmap Index Scan on lectern_authors_words_folded_name_published')
    expect(plans[2]).toContain('Bitmap Index Scan on lectern_articles_words_folded_title_body_published')
    // One table at a time: `drop extension … cascade` locks several, and a project that is just closing locks them in
    // another order.
    for (const [index] of await place.sql("select indexname::text from pg_indexes where indexname like '%_words_%'")) {
      await place.sql(`drop index if exists "${index}"`)
    }
    await place.sql('drop extension pg_trgm')
  }, 120_000)

  it('recommends nothing for case-insensitive searches of letters beyond ASCII', async () => {
    const sought = encodeURIComponent(`öl ${await lettersOf('t77')}`)
    const found = await statementsFor(`/api/articles?filters[title][$containsi]=${sought}`)
    expect(found.flat().filter((statement) => /words|pg_trgm/.test(statement))).toEqual([])
  }, 120_000)

  it('uses the extension in the schema where it is installed', async () => {
    await place.sql('create schema extra')
    await place.sql('create extension pg_trgm schema extra')
    const [found] = await statementsFor(`/api/articles?filters[title][$endsWith]=${(await lettersOf('t77')).slice(1)}`)
    await place.sql('drop schema extra cascade')
    expect(found).toEqual([expect.stringContaining('using gin ("title" "extra".gin_trgm_ops)')])
  }, 120_000)

  it('continues if the extension cannot be installed', async () => {
    await place.sql("create function show_trgm(text) returns text[] language sql as 'select null::text[]'")
    const [words, value] = await statementsFor(
      `/api/articles?filters[title][$contains]=${await lettersOf('t77')}`,
      '/api/articles?filters[views][$eq]=7',
    )
    await place.sql('drop function show_trgm(text)')
    expect(words?.filter((statement) => /words|pg_trgm/.test(statement))).toEqual([])
    expect(value).toEqual([expect.stringMatching(/^create index "lectern_articles_on_views/)])
  }, 120_000)
})

describe('words that an index would miss', () => {
  /** A database whose locale determines lower-casing. */
  async function reliableIn(options: string): Promise<readonly string[] | undefined> {
    const database = await createDatabase()
    const url = new URL(database.url)
    url.pathname += '_language'
    const name = url.pathname.slice(1)
    try {
      await runScript(
        database.url,
        `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' ${options}`,
      )
      const client = new pg.Client(url.href)
      await client.connect()
      try {
        return (await prepareTrigrams(client))?.words.tests
      } finally {
        await client.end()
      }
    } finally {
      await runScript(database.url, `drop database if exists ${name}`)
      await database.drop()
    }
  }

  it('get no index if lower-casing I does not give i', async () => {
    expect(await reliableIn("lc_ctype 'C'")).toEqual(['exact', 'folded'])
    expect(await reliableIn("lc_ctype 'C' locale_provider icu icu_locale 'tr'")).toEqual(['exact'])
  })

  it('get no index if case folding depends on the end of a word', async (test) => {
    const options = "lc_ctype 'C.UTF-8' locale_provider icu icu_locale 'und'"
    const found = await reliableIn(options).catch((error: unknown) => String(error))
    // Not every system has this locale, and none that all systems have knows Greek.
    if (typeof found === 'string' && found.includes('invalid LC_CTYPE')) test.skip()
    expect(found).toEqual(['folded'])
  })
})
