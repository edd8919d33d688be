/** Leaks of Strapi that Lectern does not have: docs/compatibility.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entry } from '../support/ask.ts'
import { AS_FULL_ACCESS, type Magazine, openMagazine, SHOWN } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const found = (query: string) => magazine.ids(`/api/articles?${query}&pagination[limit]=100&fields[0]=id`)
const matching = (where: string) => magazine.column(`select id from articles where ${SHOWN} and (${where}) order by id`)

describe('leaks', () => {
  it('a filter or sort uses only rows that populate would show with the same status', async () => {
    const [draftOnly] = magazine.rows(`select d.title, l.review_id as review from articles d
      join reviews_article_lnk l on l.article_id = d.id where d.published_at is null and d.title like '%(modified draft)' limit 1`)
    const filter = `/api/reviews?filters[article][title]=${encodeURIComponent(String(draftOnly?.title))}`
    expect(await magazine.ids(filter)).toEqual([])
    expect(await magazine.ids(`${filter}&status=draft`)).toContain(draftOnly?.review)
    const title = (
      published: string,
    ) => `(select a.title from reviews_article_lnk l join articles a on a.id = l.article_id
      where l.review_id = reviews.id and a.published_at ${published} order by l.id limit 1)`
    const order = (published: string) =>
      magazine.column(`select id from reviews order by ${title(published)}, id limit 100`)
    expect(await magazine.ids('/api/reviews?sort=article.title&pagination[limit]=100')).toEqual(order('is not null'))
    expect(await magazine.ids('/api/reviews?sort=article.title&status=draft&pagination[limit]=100')).toEqual(
      order('is null'),
    )
  })

  it('a response has only the requested fields, although other columns are sorted and filtered by', async () => {
    const path =
      '/api/articles?fields=title&sort=views:desc&filters[tags][priority][$gt]=1&populate[tags][fields]=label&populate[tags][sort]=priority'
    for (const entry of await magazine.list(path)) {
      expect(Object.keys(entry)).toEqual(['id', 'documentId', 'title', 'tags'])
      for (const tag of entry.tags as Entry[]) expect(Object.keys(tag)).toEqual(['id', 'documentId', 'label'])
    }
  })

  const HIDDEN = ['internalNotes', 'accessCode', 'privateReviewer', 'memo', 'createdBy']
  it.each([
    'filters[NAME]=x',
    'filters[NAME][$null]=true',
    'filters[NAME][name]=x',
    'filters[$or][0][NAME]=x',
    'filters[author][articles][NAME]=x',
    'sort=NAME',
    'sort=NAME:desc',
    'sort=NAME.name',
    'sort[NAME]=asc',
    'sort=author.articles.NAME',
    'fields=NAME',
    'fields[0]=title&fields[1]=NAME',
    'populate[author][populate][articles][fields]=NAME',
    'populate[author][populate][articles][filters][NAME]=x',
    'populate[author][populate][articles][sort]=NAME',
  ])('hidden and forbidden names get the same response as unknown ones, byte for byte: %s', async (query) => {
    const unknown = await magazine.text(`/api/articles?${query.replace('NAME', 'zzzzzzzzzzzzzz')}`)
    expect(JSON.parse(unknown)).toMatchObject({ error: { status: 400 } })
    for (const name of HIDDEN) {
      const text = await magazine.text(`/api/articles?${query.replace('NAME', name)}`)
      expect(text.replaceAll(name, 'zzzzzzzzzzzzzz'), name).toBe(unknown)
    }
  })

  it.each([
    'populate=NAME',
    'populate[0]=NAME',
    'populate[NAME]=true',
    'populate[NAME][fields]=x',
    'populate=NAME.x',
    'populate=author.articles.NAME',
  ])('hidden names in populate get the same response as unknown ones: %s', async (query) => {
    const unknown = await magazine.text(`/api/articles?${query.replace('NAME', 'zzzzzzzzzzzzzz')}`)
    expect(JSON.parse(unknown)).toMatchObject({ error: { status: 400 } })
    for (const name of ['privateReviewer', 'createdBy', 'internalNotes', 'accessCode']) {
      const text = await magazine.text(`/api/articles?${query.replace('NAME', name)}`)
      expect(text.replaceAll(name, 'zzzzzzzzzzzzzz'), name).toBe(unknown)
    }
  })

  it('private names stay unknown with a full-access token', async () => {
    for (const name of ['internalNotes', 'accessCode', 'privateReviewer', 'createdBy']) {
      expect(await magazine.refusal(`/api/articles?filters[${name}][$notNull]=true`, AS_FULL_ACCESS)).toMatchObject({
        status: 400,
      })
    }
    expect(await magazine.text('/api/articles?populate=*&pagination[limit]=100', AS_FULL_ACCESS)).not.toMatch(
      /internalNotes|privateReviewer|accessCode/,
    )
  })

  it('hints do not name what the caller may not see', async () => {
    expect(await magazine.text('/api/articles?filters[internalNote]=x')).not.toContain('internalNotes')
    expect(await magazine.text('/api/articles?filters[mem]=x')).not.toContain('memo')
    expect(await magazine.text('/api/articles?sort=accessCodes')).not.toMatch(/accessCode\b/)
  })

  it('_q searches only visible texts, and treats no character as a wildcard', async () => {
    const [notes] = magazine.column(
      `select internal_notes from articles where ${SHOWN} and internal_notes is not null limit 1`,
    )
    expect(await found(`_q=${encodeURIComponent(String(notes))}`)).toEqual(
      matching(`instr(lower(title || ' ' || coalesce(summary, '') || ' ' || coalesce(body, '')), lower('${notes}'))`),
    )
    expect(await found('_q=qnjh2e6ua8b9g28y3g2c93ey')).toEqual([])
    expect(await found('_q=_')).toEqual(
      matching(`instr(title, '_') or instr(coalesce(summary, ''), '_') or instr(coalesce(body, ''), '_')`),
    )
    expect(await found('_q=100%25_sure')).toEqual(matching(`title like '%100\\%\\_Sure%' escape '\\'`))
    expect(await found('_q=ÉLAN')).toEqual(matching(`title like '%Élan%'`))
    expect(await found('_q=harbor mirror&filters[views][$gt]=300')).toEqual(
      matching(
        `views > 300 and (title like '%harbor mirror%' or summary like '%harbor mirror%' or body like '%harbor mirror%')`,
      ),
    )
  })
})
