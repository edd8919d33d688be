/** Queries that compile, and the mistakes that do not. */

import { type Client, createClient, type Filters } from '../../src/client/index.ts'
import type { Api, Uids } from '../fixtures/types/example.js'

const url = 'http://127.0.0.1:1337/api'
const client = createClient<Api>({ url })
const { articles, authors, homepage } = client

export function filters() {
  articles.find({ filters: { title: 'x' } })
  articles.find({ filters: { title: ['x', 'y', null] } })
  articles.find({ filters: { title: null } })
  articles.find({ filters: { title: { $contains: 'x', $notNull: true }, views: { $between: [1, 9] } } })
  articles.find({ filters: { title: { $not: { $startsWith: 'x' } } } })
  articles.find({ filters: { format: { $in: ['news', 'essay'] } } })
  articles.find({ filters: { format: { $containsi: 'NEW' } } })
  articles.find({ filters: { eventAt: { $lt: new Date() }, publishDay: { $gte: '2025-01-01' } } })
  articles.find({ filters: { featured: true, metadata: { $null: false } } })
  articles.find({ filters: { id: { $in: [1, 2] }, documentId: { $ne: 'abc' } } })
  articles.find({ filters: { author: { name: { $eq: 'x' }, mentor: { followers: { $gt: 1 } } } } })
  articles.find({ filters: { author: 2, categories: [1, 2] } })
  articles.find({ filters: { author: { $null: true } } })
  articles.find({ filters: { author: { $in: [1, 2], name: 'x' } } })
  articles.find({ filters: { author: { $or: [{ name: 'x' }, { bio: 'y' }] } } })
  articles.find({ filters: { seo: { social: { network: 'bluesky' } } } })
  articles.find({ filters: { localizations: { title: 'x' } } })
  articles.find({
    filters: { $or: [{ title: 'x' }, { $not: { views: { $lte: 3 } } }], $and: [{ author: { name: 'x' } }] },
  })
  articles.findOne('abc', { filters: { views: { $gt: 3 } } })

  // @ts-expect-error no such attribute
  articles.find({ filters: { titel: 'x' } })
  // @ts-expect-error a private attribute
  articles.find({ filters: { notes: 'x' } })
  // @ts-expect-error no such operator
  articles.find({ filters: { title: { $like: 'x' } } })
  // @ts-expect-error an operator of texts
  articles.find({ filters: { views: { $contains: 'x' } } })
  // @ts-expect-error an operator of what has an order
  articles.find({ filters: { featured: { $gt: true } } })
  // @ts-expect-error JSON has no order
  articles.find({ filters: { metadata: { $lt: 'x' } } })
  // @ts-expect-error a number is no text
  articles.find({ filters: { title: { $eq: 1 } } })
  // @ts-expect-error a text is no number
  articles.find({ filters: { views: { $eq: '1' } } })
  // @ts-expect-error a text is no boolean
  articles.find({ filters: { featured: 'true' } })
  // @ts-expect-error not one of the values
  articles.find({ filters: { format: 'novel' } })
  // @ts-expect-error not one of the values
  articles.find({ filters: { format: { $in: ['news', 'novel'] } } })
  // @ts-expect-error two values
  articles.find({ filters: { views: { $between: [1] } } })
  // @ts-expect-error a list of filters
  articles.find({ filters: { $or: { title: 'x' } } })
  // @ts-expect-error no such attribute, in a group
  articles.find({ filters: { $or: [{ titel: 'x' }] } })
  // @ts-expect-error no such attribute, behind a relation
  articles.find({ filters: { author: { nam: 'x' } } })
  // @ts-expect-error a private attribute, behind a relation
  articles.find({ filters: { author: { email: 'x' } } })
  // @ts-expect-error no such attribute, in a component
  articles.find({ filters: { seo: { title: 'x' } } })
  // @ts-expect-error dynamic zones cannot be filtered by
  articles.find({ filters: { sections: { text: 'x' } } })
  // @ts-expect-error nor can files
  articles.find({ filters: { cover: { url: 'x' } } })
  // @ts-expect-error a relation is compared by its id
  articles.find({ filters: { author: 'Clara' } })
  // @ts-expect-error whether it is null is yes or no
  articles.find({ filters: { title: { $null: 'yes' } } })
}

export function sorts() {
  articles.find({ sort: 'title' })
  articles.find({ sort: ['views:desc', 'title'] })
  articles.find({ sort: ['author.name:desc', 'seo.metaTitle'] })
  articles.find({ sort: { title: 'desc' } })
  articles.find({ sort: [{ author: { mentor: { name: 'asc' } } }, { title: 'desc' }] })

  // @ts-expect-error no such attribute
  articles.find({ sort: 'titel' })
  // @ts-expect-error no such order
  articles.find({ sort: 'title:down' })
  // @ts-expect-error no such attribute, behind a relation
  articles.find({ sort: 'author.nam:asc' })
  // @ts-expect-error a relation has no order
  articles.find({ sort: 'author' })
  // @ts-expect-error nor has a dynamic zone
  articles.find({ sort: 'sections.text' })
  // @ts-expect-error no such order
  articles.find({ sort: { title: 'up' } })
  // @ts-expect-error no such attribute, in an object
  articles.find({ sort: { author: { nam: 'asc' } } })
}

export function shapes() {
  // @ts-expect-error no such field
  articles.find({ fields: ['titel'] })
  // @ts-expect-error a relation is no field
  articles.find({ fields: ['author'] })
  // @ts-expect-error a private attribute
  articles.find({ fields: ['notes'] })
  // @ts-expect-error no such link
  articles.find({ populate: ['autor'] })
  // @ts-expect-error a field is not populated
  articles.find({ populate: ['title'] })
  // @ts-expect-error no such link
  articles.find({ populate: { autor: true } })
  // @ts-expect-error no such link, beside one that exists
  articles.find({ populate: { author: true, autor: true } })
  // @ts-expect-error no such option
  articles.find({ populate: { author: { field: ['name'] } } })
  // @ts-expect-error what is populated is not paginated
  articles.find({ populate: { reviews: { limit: 3 } } })
  // @ts-expect-error no such field, in a relation
  articles.find({ populate: { author: { fields: ['nam'] } } })
  // @ts-expect-error no such link, in a relation
  articles.find({ populate: { author: { populate: { mentr: true } } } })
  // @ts-expect-error no such operator, in a relation
  articles.find({ populate: { author: { filters: { name: { $like: 'x' } } } } })
  // @ts-expect-error the wrong kind of value, in a relation
  articles.find({ populate: { author: { filters: { followers: 'x' } } } })
  // @ts-expect-error no such attribute, in a group, in a relation
  articles.find({ populate: { author: { filters: { $or: [{ name: 'x' }, { nam: 'x' }] } } } })
  // @ts-expect-error no such sort, in a relation
  articles.find({ populate: { categories: { sort: 'nam' } } })
  // @ts-expect-error a relation to one type has no fragments
  articles.find({ populate: { author: { on: {} } } })
  // @ts-expect-error a dynamic zone has no fields of its own
  articles.find({ populate: { sections: { fields: ['text'] } } })
  // @ts-expect-error not a component of the zone
  articles.find({ populate: { sections: { on: { 'shared.seo': true } } } })
  // @ts-expect-error no such field, in a component of the zone
  articles.find({ populate: { sections: { on: { 'blocks.quote': { fields: ['txt'] } } } } })
  // @ts-expect-error files are not counted
  articles.find({ populate: { gallery: { count: true } } })
  // @ts-expect-error no such parameter
  articles.find({ filter: {} })
  // @ts-expect-error no such status
  articles.find({ status: 'modified' })
  // @ts-expect-error one kind of pagination at a time
  articles.find({ pagination: { page: 1, limit: 3 } })
  // @ts-expect-error no such key of pagination
  articles.find({ pagination: { size: 3 } })
  // @ts-expect-error one entry is not sorted
  articles.findOne('abc', { sort: 'title' })
  // @ts-expect-error one entry has one locale
  articles.findOne('abc', { locale: ['en', 'fr'] })
  // @ts-expect-error which one?
  articles.findOne()
  // @ts-expect-error a single type has no list
  homepage.findOne('abc')
  // @ts-expect-error nor pages
  homepage.pages()
  // @ts-expect-error pages go by pages
  articles.pages({ pagination: { start: 3 } })
  // @ts-expect-error no such content type
  client.article
  // @ts-expect-error a type without drafts is not published
  client.tags.publish('abc')
}

export function writes() {
  articles.create({ title: 'x' })
  articles.create({ title: 'x', views: null, publishDay: new Date(), author: 'abc', tags: [1, { documentId: 'abc' }] })
  articles.create({
    title: 'x',
    categories: { connect: [{ documentId: 'abc', position: { start: true } }], disconnect: [3] },
  })
  articles.create({
    title: 'x',
    seo: { metaTitle: 'y', social: [{ network: 'bluesky' }] },
    cover: 3,
    gallery: [3, { id: 4 }],
  })
  articles.create({ title: 'x', sections: [{ __component: 'blocks.quote', text: 'y', by: 'abc' }] })
  articles.create({ title: 'x', notes: 'private' })
  articles.create({}, { status: 'draft' })
  articles.update('abc', {})
  articles.update('abc', { links: [{ id: 3, url: '/y' }] })
  homepage.update({ headline: 'x' })

  // @ts-expect-error a title is required
  articles.create({})
  // @ts-expect-error and is not null
  articles.create({ title: null })
  // @ts-expect-error no such attribute
  articles.create({ title: 'x', titel: 'y' })
  // @ts-expect-error the wrong kind of value
  articles.create({ title: 'x', views: '3' })
  // @ts-expect-error not one of the values
  articles.create({ title: 'x', format: 'novel' })
  // @ts-expect-error the server's to set
  articles.update('abc', { publishedAt: null })
  // @ts-expect-error not a component of the zone
  articles.update('abc', { sections: [{ __component: 'shared.seo' }] })
  // @ts-expect-error a text is required in a quote
  articles.update('abc', { sections: [{ __component: 'blocks.quote' }] })
  // @ts-expect-error a label is required in a new link
  articles.update('abc', { links: [{ url: '/y' }] })
  // @ts-expect-error one file
  articles.update('abc', { cover: [3, 4] })
  // @ts-expect-error which one?
  articles.update({ title: 'x' })
  // @ts-expect-error no such answer
  authors.create({ name: 'x' }, { fields: ['nam'] })
}

/** Comparing what is the same takes no look at the whole schema. */
export function passedOn(given: Client<Api>, filters: Filters<Api['articles']>) {
  let kept: Client<Api> = createClient<Api>({ url })
  kept = given
  const find: Client<Api>['articles']['find'] = kept.articles.find
  type Query = Parameters<typeof find>[0]
  const query: Query = { filters }
  return kept.articles.find(query)
}

/** With `exactOptionalPropertyTypes`, too: what may be missing is often a variable. */
export function leftOut(given?: { token?: string; page?: number; search?: string; signal?: AbortSignal }) {
  const { token, page, search, signal } = given ?? {}
  const own = createClient<Api>({ url, token, headers: undefined, fetch: undefined })
  own.articles.find(
    {
      fields: undefined,
      populate: undefined,
      filters: search === undefined ? undefined : { title: { $contains: search } },
      sort: undefined,
      pagination: { page, pageSize: undefined },
      locale: undefined,
      _q: search,
      publicationFilter: undefined,
    },
    { signal, headers: undefined },
  )
  own.articles.delete('abc', { locale: undefined })
  own.upload(new Blob(['x']), { fileInfo: { caption: search }, ref: undefined, signal })
}

export function names() {
  createClient<Api & Pick<Uids, 'api::article.article'>>({ url, paths: { 'api::article.article': 'articles' } })[
    'api::article.article'
  ].find({ fields: ['title'] })
  // @ts-expect-error where a full name is found must be said
  createClient<Uids>({ url })
}
