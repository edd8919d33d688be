/** Queries whose values are known only when they are sent: the types cover every response that they may get. */

import { createClient, type Entry, type Status } from '../../src/client/index.ts'
import type { Api, Author } from '../fixtures/types/example.js'
import type { Api as ExtendedApi } from '../fixtures/types/extended.js'
import { same } from './same.ts'

const client = createClient<Api>({ url: 'http://127.0.0.1:1337/api' })
const extended = createClient<ExtendedApi>({ url: 'http://127.0.0.1:1337/api' })

type Named = { id: number; documentId: string; name: string }
type Labelled = { id: number; documentId: string; label: string }
type Count = { page: number; pageSize: number; pageCount: number; total: number }
type Offset = { start: number; limit: number; total: number }

export async function status(preview: boolean, wanted: Status | undefined) {
  const fields = ['title', 'publishedAt'] as const
  type Either = { id: number; documentId: string; title: string | null; publishedAt: string | null }
  same<Either[]>()((await client.articles.find({ fields, status: preview ? 'draft' : undefined })).data)
  same<Either[]>()((await client.articles.find({ fields, status: wanted })).data)
  same<Either>()((await client.articles.findOne('x', { fields, status: wanted })).data)
  type Published = { id: number; documentId: string; title: string; publishedAt: string }
  same<Published[]>()((await client.articles.find({ fields, status: undefined })).data)
  same<Published[]>()((await client.articles.find({ fields, status: preview ? 'published' : undefined })).data)

  const home = await client.homepage.find({ fields: ['publishedAt'], status: preview ? 'draft' : undefined })
  same<{ id: number; documentId: string; publishedAt: string | null }>()(home.data)

  client.articles.create({}, { status: 'draft' })
  // @ts-expect-error it may be published, and then needs a title
  client.articles.create({}, { status: wanted })
  // @ts-expect-error it may be published, and then needs a title
  client.articles.update('x', { title: null }, { status: preview ? 'draft' : undefined })
}

export async function fields(all: boolean, name: 'title' | 'views') {
  const perhaps = await client.tags.find({ fields: all ? undefined : ['label'] })
  const tag = perhaps.data[0]
  if (tag) {
    same<string>()(tag.label)
    same<string | null | undefined>()(tag.color)
  }
  const either = await client.articles.find({ fields: all ? ['title', 'views'] : ['title'] })
  same<{ id: number; documentId: string; title: string; views?: number | null }[]>()(either.data)
  const [one] = (await client.articles.find({ fields: ['slug', name] })).data
  if (one) {
    same<string | null>()(one.slug)
    same<string | undefined>()(one.title)
    same<number | null | undefined>()(one.views)
  }
  const plain = await client.articles.find({ fields: name })
  same<{ id: number; documentId: string; title?: string; views?: number | null }[]>()(plain.data)
}

export async function populate(all: boolean, name: 'author' | 'tags') {
  const author = { fields: ['name'] } as const
  const tags = { fields: ['label'] } as const
  const perhaps = await client.articles.find({ fields: [], populate: all ? { author } : undefined })
  same<{ id: number; documentId: string; author?: Named | null }[]>()(perhaps.data)
  const either = await client.articles.find({ fields: [], populate: all ? { author } : { tags } })
  same<{ id: number; documentId: string; author?: Named | null; tags?: Labelled[] }[]>()(either.data)

  type WithTags = { id: number; documentId: string; author: Named | null; tags: Labelled[] | undefined }
  const spread = await client.articles.find({ fields: [], populate: { author, ...(all ? { tags } : {}) } })
  same<WithTags[]>()(spread.data)
  const and = await client.articles.find({ fields: [], populate: { author, ...(all && { tags }) } })
  same<WithTags[]>()(and.data)
  const inner = await client.articles.find({ fields: [], populate: { author, tags: all && tags } })
  same<WithTags[]>()(inner.data)
  const missing = await client.articles.find({ fields: [], populate: { author, tags: all ? tags : undefined } })
  same<WithTags[]>()(missing.data)

  const [one] = (await client.articles.find({ fields: [], populate: ['seo', name] })).data
  if (one) {
    same<Entry<Author> | null | undefined>()(one.author)
    same<Entry<Api['tags']>[] | undefined>()(one.tags)
    same<string | null | undefined>()(one.seo?.metaTitle)
  }
}

export async function optionsOfLinks(all: boolean, options: { readonly fields?: readonly ['name'] }) {
  const given = (await client.articles.find({ fields: [], populate: { author: options } })).data[0]
  same<string | undefined>()(given?.author?.name)
  if (given?.author) same<string | null | undefined>()(given.author.bio)

  const counted = await client.articles.find({ fields: [], populate: { reviews: { fields: ['stars'], count: all } } })
  const reviews = counted.data[0]?.reviews
  if (reviews) same<{ count: number } | { id: number; documentId: string; stars: number }[]>()(reviews)

  const pagination: { readonly limit: 3; readonly withCount?: boolean } = { limit: 3 }
  const paged = await extended.articles.find({ fields: [], populate: { tags: { fields: ['label'], pagination } } })
  const listed = paged.data[0]?.tags
  if (listed) same<Labelled[] | { data: Labelled[]; meta: { pagination: Offset } }>()(listed)
}

export async function pagination(all: boolean, options: { readonly page?: number; readonly withCount?: boolean }) {
  type Uncertain = { page: number; pageSize: number; pageCount?: number; total?: number }
  const { tags } = client
  same<Uncertain>()((await tags.find({ pagination: { withCount: all } })).meta.pagination)
  same<Uncertain>()((await tags.find({ pagination: options })).meta.pagination)
  same<Offset | Count>()((await tags.find({ pagination: all ? { start: 3 } : { page: 2 } })).meta.pagination)
  same<Offset | Count>()((await tags.find({ pagination: all ? { start: 3 } : undefined })).meta.pagination)
  same<Count>()((await tags.find({ pagination: undefined })).meta.pagination)
  const by: { readonly limit?: number } = {}
  same<Offset | Count>()((await tags.find({ pagination: by })).meta.pagination)

  const facets = await extended.articles.find({ pagination: { withCount: all ? { by: ['featured'] } : true } })
  same<Count>()(facets.meta.pagination)
  same<boolean | undefined>()(facets.meta.facets?.featured?.more)
}

export async function groups(all: boolean, count: boolean) {
  const { data } = await extended.articles.aggregate({ by: all ? ['featured'] : ['rating'], count, max: ['views'] })
  const group = data[0]
  if (!group) return
  same<{ featured?: boolean | null; rating?: number | null }>()(group.by)
  same<number | undefined>()(group.count)
  same<{ views: number | null }>()(group.max)
}
