/** Hidden texts are not found and do not affect scores; invalid searches are refused with a remedy. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateProject } from '../../src/index.ts'
import { DATABASES } from '../writes/site.ts'
import { matchesOf, openSearchSite, type SearchSite } from './search-site.ts'

const QUERIES = ['lantern', 'old', 'lantern old', '"old lantern"', 'lant', 'lantern -old', 'mill']

describe.each(DATABASES)('search on %s', (kind) => {
  let site: SearchSite
  const found = () =>
    Promise.all(QUERIES.map((text) => matchesOf(site, `_q[text]=${text}&_q[prefix]=true&_q[show]=score,highlights`)))

  beforeAll(async () => {
    site = await openSearchSite(kind)
    for (const title of ['An old lantern', 'Lantern', 'The mill by the lantern', 'Old']) {
      await site.writes.create('/api/articles', { title, body: `${title} and more` })
    }
  })
  afterAll(() => site.close())

  test('drafts and private texts do not change matches, scores or order', async () => {
    const before = await found()
    expect(before.flat().length).toBeGreaterThan(8)
    for (let n = 0; n < 5; n += 1) {
      await site.writes.create('/api/articles?status=draft', { title: 'lantern lantern', body: 'old mill '.repeat(20) })
    }
    await site.sql("update articles set secret = 'lantern old mill', summary = 'lantern'")
    expect(await found()).toEqual(before)
    // Requests for drafts find them.
    expect(await site.ids('/api/articles?_q[text]=lantern mill&status=draft')).toHaveLength(6)
  })

  test('private fields cannot be searched, nor distinguished from unknown fields', async () => {
    const [secret, missing] = await Promise.all(
      ['secret', 'missing'].map((name) => site.refusal(`/api/articles?_q[text]=lantern&_q[in]=${name}`)),
    )
    expect(secret).toMatchObject({ status: 400, message: 'Invalid key secret at in' })
    expect(missing).toMatchObject({ status: 400, message: 'Invalid key missing at in' })
    expect(await site.refusal('/api/articles?_q[text]=lantern&_q[in]=summary')).toMatchObject({
      status: 400,
      details: { hint: 'Searched are: title, body' },
    })
  })

  test.each([
    ['_q[text]=', 'no word to look for'],
    ['_q[text]=-lantern', 'no word to look for'],
    ['_q[text]=,;-', 'no word to look for'],
    ['_q[prefix]=true', 'Expected a text'],
    ['_q[text][x]=a', 'Expected a text'],
    ['_q[text]=a&_q[prefix]=maybe', 'Expected true or false'],
    ['_q[text]=a&_q[show]=colour', 'Invalid key colour at show'],
    ['_q[text]=a&_q[words]=b', 'Invalid key words at _q'],
    ['_q[text]=a&_q[typos]=true', 'misspellings'],
    [`_q[text]=${'x'.repeat(101)}`, 'more than 100 letters'],
    [`_q[text]=${Array.from({ length: 21 }, (_, n) => `w${n}`).join(' ')}`, 'more than 20 words'],
    ['sort=$score:desc', 'without a search'],
    ['_q[text]=a&sort=$score:asc.ci', 'Invalid order'],
  ])('%s is refused', async (query, message) => {
    expect(await site.refusal(`/api/articles?${query}`)).toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    })
  })

  test('a type without search says how to set it up, and single entries are not searched', async () => {
    expect(await site.refusal('/api/notes?_q[text]=a')).toMatchObject({
      status: 400,
      message: 'This content type is not set up for search',
      details: { hint: expect.stringContaining("search: { 'api::note.note': { text: 4 } }") },
    })
    const { documentId } = await site.first('/api/articles')
    expect(await site.refusal(`/api/articles/${documentId}?_q[text]=a`)).toMatchObject({ status: 400 })
  })

  test.runIf(kind === 'PostgreSQL')('a column that another program has replaced is not searched', async () => {
    const searched = '/api/articles?_q[text]=lantern&fields=title'
    const [[body] = []] = await site.sql("select string_agg(body, '') from articles")
    await site.sql('alter table articles drop column body')
    await site.sql('alter table articles add column body text')
    expect(String(body)).toContain('lantern')
    expect(await site.refusal(searched)).toMatchObject({
      status: 503,
      message: expect.stringContaining('lectern migrate'),
    })
    await migrateProject({ project: site.folder, database: site.database, env: {} })
    expect(await site.ids(`${searched}&_q[in]=body`)).toEqual([])
    expect(await site.ids(searched)).not.toEqual([])
  })

  test('with a trigger missing or disabled, the index is not used', async () => {
    const [[name] = []] = await site.sql(
      kind === 'SQLite'
        ? "select name from sqlite_master where name like 'lectern_words_articles_%_delete'"
        : "select tgname from pg_trigger where tgname like 'lectern_words_articles_%_row'",
    )
    await site.sql(kind === 'SQLite' ? `drop trigger ${name}` : `alter table articles disable trigger ${name}`)
    for (const path of [
      '?_q[text]=lantern&fields=id',
      '?_q[text]=nothing',
      '/actions/aggregate?_q[text]=nothing&by=title',
    ]) {
      expect(await site.refusal(`/api/articles${path}`)).toMatchObject({
        status: 503,
        message: expect.stringContaining('Run lectern migrate'),
      })
    }
    expect(await site.ids('/api/authors?_q[text]=nobody')).toEqual([])
  })
})
