/** Queries that compile where extensions are on, the types of their responses, and that none compiles where they are off. */

import { createClient } from '../../src/client/index.ts'
import type { Api as PlainApi } from '../fixtures/types/example.js'
import type { Api, Extensions } from '../fixtures/types/extended.js'
import { same } from './same.ts'

const url = 'http://127.0.0.1:1337/api'
export const client = createClient<Api>({ url })
/** Of a server without extensions. */
export const plain = createClient<PlainApi>({ url })

/** The names are those of this server. */
export function names(name: Extensions) {
  if (name === 'exclude') same<'exclude'>()(name)
}

export async function totals() {
  same<{ page: number; pageSize: number; pageCount: number; total: number; totalIs: 'exact' | 'atLeast' }>()(
    (await client.tags.find({ pagination: { withCount: 'capped' } })).meta.pagination,
  )
  same<{ start: number; limit: number; total: number; totalIs: 'exact' | 'atLeast' }>()(
    (await client.tags.find({ pagination: { start: 5, withCount: 'capped' } })).meta.pagination,
  )
  // @ts-expect-error no such way to count
  client.tags.find({ pagination: { withCount: 'some' } })
  // @ts-expect-error an extension
  plain.tags.find({ pagination: { withCount: 'capped' } })
}

export function localeFallback() {
  client.articles.find({ locale: { $first: ['fr-FR', 'en'] } })
  client.articles.findOne('abc', { locale: { $first: ['fr-CH'] } })
  client.homepage.find({ locale: { $first: ['fr-FR', 'en'] } })

  // @ts-expect-error a list
  client.articles.find({ locale: { $first: 'en' } })
  // @ts-expect-error of one at least
  client.articles.find({ locale: { $first: [] } })
  // @ts-expect-error no such key
  client.articles.find({ locale: { $last: ['en'] } })
  // @ts-expect-error a write has one locale
  client.articles.create({ title: 'x' }, { locale: { $first: ['en'] } })
  // @ts-expect-error the extension is off
  plain.articles.find({ locale: { $first: ['fr-FR', 'en'] } })
  // @ts-expect-error for one entry, too
  plain.articles.findOne('abc', { locale: { $first: ['fr-FR', 'en'] } })
}

export function sorting() {
  client.articles.find({ sort: 'title:asc.ci' })
  client.articles.find({ sort: ['views:desc.nullslast', 'author.name:asc.ci.nullsfirst'] })
  client.articles.find({ sort: { title: 'asc.ci', views: 'desc.nullsfirst' } })
  client.articles.find({ sort: [{ author: { name: 'desc.ci.nullslast' } }] })
  client.articles.find({ sort: '$random:monday' })
  client.articles.find({ sort: ['$random:monday', 'title'] })
  client.articles.find({ populate: { categories: { sort: 'name:asc.ci' } } })

  // @ts-expect-error case first, then nulls
  client.articles.find({ sort: 'title:asc.nullslast.ci' })
  // @ts-expect-error a number has no case
  client.articles.find({ sort: 'views:asc.ci' })
  // @ts-expect-error a number has no case, in an object
  client.articles.find({ sort: { views: 'asc.ci' } })
  // @ts-expect-error a direction comes first
  client.articles.find({ sort: 'title:ci' })
  // @ts-expect-error chance is the first key
  client.articles.find({ sort: ['title', '$random:monday'] })
  // @ts-expect-error a seed is needed
  client.articles.find({ sort: '$random' })
  // @ts-expect-error the extension is off
  plain.articles.find({ sort: 'title:asc.ci' })
  // @ts-expect-error chance, too
  plain.articles.find({ sort: '$random:monday' })
  // @ts-expect-error and nulls in an object
  plain.articles.find({ sort: { views: 'desc.nullslast' } })
}
