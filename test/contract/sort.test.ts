/** docs/queries.md, sort. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Magazine, openMagazine, SHOWN } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const sorted = (sort: string) => magazine.ids(`/api/articles?${sort}&pagination[limit]=100&fields[0]=id`)
const inOrder = (order: string) => magazine.column(`select id from articles where ${SHOWN} order by ${order} limit 100`)

describe('sort refusals', () => {
  it.each([
    ['sort=nothing', 'Invalid key nothing'],
    ['sort=-views', 'Invalid key -views'],
    ['sort[0]=views&sort[1]=nothing', 'Invalid key nothing'],
    ['sort=title:up', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['sort[0]=title:desc&sort[1]=views:down', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['sort=title:', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['sort[0]=views&sort[1]=title::desc', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['populate[author][sort]=name:', 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
    ['sort=author', 'Invalid key author'],
    ['sort=sections', 'Invalid key sections'],
    ['sort=author.nothing', 'Invalid key nothing at author'],
    ['sort[nothing]=', 'Invalid key nothing'],
    ['sort[nothing]', 'Invalid key nothing'],
    ['sort[author]=', 'Invalid key author'],
    ['sort[author][nothing]=', 'Invalid key nothing at author'],
  ])('sort: %s is refused', async (sort, message) => {
    const error = await magazine.refusal(`/api/articles?${sort}`)
    expect(error).toMatchObject({ status: 400, name: 'ValidationError' })
    expect(error.message).toContain(message)
  })
})

it('if an attribute is named twice, its first order counts', async () => {
  const twice = await sorted('sort[0]=author.name&sort[1]=id:desc&sort[2]=id')
  expect(twice).toEqual(await sorted('sort[0]=author.name&sort[1]=id:desc'))
  expect(twice).not.toEqual(await sorted('sort[0]=author.name&sort[1]=id'))
})

describe('sort syntax', () => {
  it.each([
    ['sort=title', 'title, id'],
    ['sort[title]=', 'id'],
    ['sort[title]&sort[views]=desc', 'views desc, id'],
    ['sort=views', 'views, id'],
    ['sort=title:asc', 'title, id'],
    ['sort=title:desc', 'title desc, id'],
    ['sort=views:desc', 'views desc, id'],
    ['sort[0]=format&sort[1]=title', 'format, title, id'],
    ['sort[0]=title&sort[1]=format', 'title, format, id'],
    ['sort[0]=format:asc&sort[1]=title:desc', 'format, title desc, id'],
    ['sort[0]=format:desc&sort[1]=views', 'format desc, views, id'],
    ['sort[0]=featured:desc&sort[1]=format&sort[2]=views:desc', 'featured desc, format, views desc, id'],
    ['sort[1]=views:desc&sort[0]=format', 'format, views desc, id'],
    ['sort=format:%20desc,%20title:%20asc', 'format desc, title, id'],
    ['sort[0][views]=%20desc', 'views desc, id'],
    ['sort=id:desc', 'id desc'],
    ['sort=documentId', 'document_id'],
    ['sort=createdAt:desc', 'created_at desc, id'],
    ['sort=publishDay', 'publish_day, id'],
    ['sort=rating:desc', 'rating desc, id'],
    ['sort=impressions', 'impressions, id'],
  ])('sort: %s', async (sort, order) => {
    expect(await sorted(sort)).toEqual(inOrder(order))
  })

  it('sort: without sort, entries come in the order of their ids', async () => {
    expect(await sorted('status=published')).toEqual(inOrder('id'))
  })

  it('sort: entries are sorted before they are paginated', async () => {
    const page = await magazine.ids('/api/articles?sort=title:desc&pagination[page]=3&pagination[pageSize]=10')
    expect(page).toEqual(inOrder('title desc, id').slice(20, 30))
  })

  it('sort: through a relation, entries without one sort as null', async () => {
    const author = `(select u.name from articles_author_lnk l join authors u on u.id = l.author_id
      where l.article_id = articles.id and u.published_at is not null)`
    expect(await sorted('sort=author.name')).toEqual(inOrder(`${author}, id`))
    expect(await sorted('sort=author.name:desc')).toEqual(inOrder(`${author} desc, id`))
  })

  it('sort: through a list, each entry appears once: the lowest value counts for asc, the highest for desc', async () => {
    const weight = (best: string) => `(select ${best}(c.weight) from articles_categories_lnk l
      join categories c on c.id = l.category_id where l.article_id = articles.id)`
    expect(await sorted('sort=categories.weight')).toEqual(inOrder(`${weight('min')}, id`))
    expect(await sorted('sort=categories.weight:desc')).toEqual(inOrder(`${weight('max')} desc, id`))
  })
})
