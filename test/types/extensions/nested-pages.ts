/** `populate: { reviews: { pagination: { limit: 3, withCount: true } } }`. */

import { createClient } from '../../../src/client/index.ts'
import type { Api } from '../../fixtures/types/extended.js'
import { client, plain } from '../extensions.ts'
import { same } from '../same.ts'

const { articles } = client
const wrapped = createClient<Api>({ url: 'http://127.0.0.1:1337/api', format: 'v4' })

type Identifiers = { id: number; documentId: string }

export async function results() {
  const bare = await articles.findOne('abc', { populate: { reviews: { fields: [], pagination: { limit: 3 } } } })
  same<Identifiers[]>()(bare.data.reviews)

  const byOffset = await articles.findOne('abc', {
    populate: { reviews: { fields: [], sort: 'stars', pagination: { limit: 3, withCount: true } } },
  })
  same<{ data: Identifiers[]; meta: { pagination: { start: number; limit: number; total: number } } }>()(
    byOffset.data.reviews,
  )

  const byPage = await articles.findOne('abc', {
    populate: { gallery: { fields: ['url'], pagination: { page: 2, withCount: true } } },
  })
  same<{
    data: { id: number; documentId: string; url: string }[]
    meta: { pagination: { page: number; pageSize: number; pageCount: number; total: number } }
  }>()(byPage.data.gallery)

  const zone = await articles.findOne('abc', { populate: { sections: { pagination: { limit: 1, withCount: true } } } })
  same<number>()(zone.data.sections.meta.pagination.total)

  const withCount = {} as boolean
  const either = await articles.findOne('abc', { populate: { tags: { fields: [], pagination: { withCount } } } })
  if (Array.isArray(either.data.tags)) same<Identifiers[]>()(either.data.tags)
  else same<number>()(either.data.tags.meta.pagination.total)

  const v4 = await wrapped.articles.findOne('abc', {
    populate: { tags: { fields: [], pagination: { limit: 1, withCount: true } } },
  })
  same<number>()(v4.data.attributes.tags.meta.pagination.total)
  const v4Bare = await wrapped.articles.findOne('abc', { populate: { tags: { fields: [], pagination: { limit: 1 } } } })
  same<'data'[]>()(v4Bare.data.attributes.tags.data.map((): keyof typeof v4Bare.data.attributes.tags => 'data'))
}

export function queries() {
  articles.find({ populate: { author: { populate: { articles: { pagination: { pageSize: 3 } } } } } })

  // @ts-expect-error one kind of pagination at a time
  articles.find({ populate: { reviews: { pagination: { page: 1, limit: 3 } } } })
  // @ts-expect-error no such key of pagination
  articles.find({ populate: { reviews: { pagination: { size: 3 } } } })
  // @ts-expect-error a number
  articles.find({ populate: { reviews: { pagination: { limit: '3' } } } })
  // @ts-expect-error one spelling
  articles.find({ populate: { reviews: { limit: 3 } } })
  // @ts-expect-error one entry has no pages
  articles.find({ populate: { author: { pagination: { limit: 3 } } } })
  // @ts-expect-error a count has no pages
  articles.find({ populate: { reviews: { count: true, pagination: { limit: 3 } } } })
  // @ts-expect-error an extension
  plain.articles.find({ populate: { reviews: { pagination: { limit: 3 } } } })
}
