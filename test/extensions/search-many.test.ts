/** A few matching rows are looked up one by one, many are joined: both give the same entries. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES } from '../writes/site.ts'
import { openSearchSite, type SearchSite } from './search-site.ts'

/** The largest number that PostgreSQL looks up one by one. */
const FEW = 1_000
const MANY = FEW + 1

/** Copies of the only published article; one lacks a word. */
const COPY = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MANY})
  insert into articles (document_id, title, views, published_at, locale)
  select 'many' || n.i, case when n.i = 500 then 'lantern' else 'lantern mill' end, n.i, a.published_at, a.locale
  from n cross join articles as a where a.published_at is not null and a.title = 'First'`

describe.each(DATABASES)('words in many entries on %s', (kind) => {
  let site: SearchSite
  beforeAll(async () => {
    site = await openSearchSite(kind)
    await site.writes.create('/api/articles', { title: 'First' })
    await site.sql(COPY)
  })
  afterAll(() => site.close())

  test.each([
    ['lantern', MANY],
    ['mill', FEW],
  ])('%s: %i of them', async (word, total) => {
    for (const order of ['sort=views:desc', 'sort[0]=views:desc&filters[$or][0][views][$gt]=0']) {
      const { data, meta } = await site.body(`/api/articles?_q[text]=${word}&${order}&fields=views&pagination[limit]=3`)
      expect(meta).toMatchObject({ pagination: { total } })
      expect(data.map(({ views }) => views)).toEqual([MANY, MANY - 1, MANY - 2])
    }
    const byScore = await site.body(`/api/articles?_q[text]=${word}&pagination[limit]=1`)
    expect(byScore).toMatchObject({ data: [{ title: word === 'lantern' ? 'lantern' : 'lantern mill' }] })
  })
})
