/** The result type of `find` has exactly the requested attributes, with null where they may be null. */

import type { Blocks } from '../../src/client/blocks.ts'
import { createClient, type Entry, type FileFormat, type Json } from '../../src/client/index.ts'
import type { Api, Article, Author, SharedLink, SharedSeo } from '../fixtures/types/example.js'
import { same, sameType } from './same.ts'

const client = createClient<Api>({ url: 'http://127.0.0.1:1337/api' })

interface AuthorFields {
  id: number
  documentId: string
  name: string
  bio: string | null
  born: string | null
  followers: number | null
  createdAt: string
  updatedAt: string
  publishedAt: string
}

interface FileFields {
  id: number
  documentId: string
  name: string
  alternativeText: string | null
  caption: string | null
  focalPoint?: Json
  width: number | null
  height: number | null
  formats: { [name: string]: FileFormat } | null
  hash: string
  ext: string | null
  mime: string
  size: number
  url: string
  previewUrl: string | null
  provider: string
  provider_metadata: Json
  createdAt: string
  updatedAt: string
  publishedAt: string | null
}

type Format = 'news' | 'essay' | 'interview' | 'review'

export async function fields() {
  const { data } = await client.articles.find({ fields: ['title'], populate: { author: { fields: ['name'] } } })
  same<
    { id: number; documentId: string; title: string; author: { id: number; documentId: string; name: string } | null }[]
  >()(data)

  const one = await client.articles.find({ fields: 'summary' })
  same<{ id: number; documentId: string; summary: string | null }[]>()(one.data)

  const identifiers = await client.articles.find({ fields: ['id'] })
  same<{ id: number; documentId: string }[]>()(identifiers.data)

  const none = await client.articles.find({ fields: [] })
  same<{ id: number; documentId: string }[]>()(none.data)

  const kinds = await client.articles.find({
    fields: [
      'format',
      'views',
      'rating',
      'featured',
      'publishDay',
      'openTime',
      'eventAt',
      'metadata',
      'content',
      'slug',
    ],
  })
  same<
    {
      id: number
      documentId: string
      slug: string | null
      content: Blocks | null
      format: Format | null
      views: number | null
      rating: number | null
      featured: boolean | null
      publishDay: string | null
      openTime: string | null
      eventAt: string | null
      metadata: Json
    }[]
  >()(kinds.data)

  const system = await client.articles.find({ fields: ['createdAt', 'updatedAt', 'publishedAt', 'locale'] })
  same<
    {
      id: number
      documentId: string
      createdAt: string
      updatedAt: string
      publishedAt: string
      locale: string
    }[]
  >()(system.data)

  const all = await client.authors.find()
  same<Entry<Author>[]>()(all.data)
  const starred = await client.authors.find({ fields: '*' })
  same<Entry<Author>[]>()(starred.data)
  const starredList = await client.authors.find({ fields: ['*'] })
  same<Entry<Author>[]>()(starredList.data)
  const first = all.data[0]
  if (first !== undefined) same<AuthorFields>()(first)

  const names: ('title' | 'views')[] = ['title']
  const some = await client.articles.find({ fields: names })
  const entry = some.data[0]
  if (entry !== undefined) {
    same<number>()(entry.id)
    same<string | undefined>()(entry.title)
  }
}

export async function neverThere() {
  const { data } = await client.articles.find()
  const [article] = data
  if (article === undefined) return
  // @ts-expect-error a relation that is not populated
  article.author
  // @ts-expect-error a private attribute
  article.notes
  const [tag] = (await client.tags.find()).data
  // @ts-expect-error a type that is not localized has no locale
  tag?.locale
  const [chosen] = (await client.articles.find({ fields: ['title'] })).data
  // @ts-expect-error a field that was not asked for
  chosen?.views
  const [author] = (await client.authors.find()).data
  // @ts-expect-error a private attribute
  author?.email
}

export async function drafts() {
  const draft = await client.articles.find({ status: 'draft', fields: ['title', 'publishedAt', 'createdAt'] })
  same<{ id: number; documentId: string; title: string | null; createdAt: string; publishedAt: null }[]>()(draft.data)

  const published = await client.articles.find({ status: 'published', fields: ['title', 'publishedAt'] })
  same<{ id: number; documentId: string; title: string; publishedAt: string }[]>()(published.data)

  const preview = new Date().getDay() > 2
  const maybe = await client.articles.find({ status: preview ? 'draft' : undefined, fields: ['title'] })
  same<{ id: number; documentId: string; title: string | null }[]>()(maybe.data)
  const status = 'draft' as 'draft' | 'published'
  const either = await client.articles.find({ status, fields: ['title', 'publishedAt'] })
  same<{ id: number; documentId: string; title: string | null; publishedAt: string | null }[]>()(either.data)

  // A type without drafts keeps its promises whatever is asked; what it leads to may have drafts.
  const reviews = await client.reviews.find({
    status: 'draft',
    fields: ['stars'],
    populate: { article: { fields: ['title'] } },
  })
  same<
    {
      id: number
      documentId: string
      stars: number
      article: { id: number; documentId: string; title: string | null } | null
    }[]
  >()(reviews.data)

  const links = await client.articles.find({
    status: 'draft',
    fields: ['id'],
    populate: { links: { fields: ['label'] } },
  })
  same<{ id: number; documentId: string; links: { id: number; documentId?: string; label: string | null }[] }[]>()(
    links.data,
  )

  const finished = await client.articles.find({ fields: ['id'], populate: { links: { fields: ['label'] } } })
  same<{ id: number; documentId: string; links: { id: number; documentId?: string; label: string }[] }[]>()(
    finished.data,
  )
}

export async function populate() {
  const list = await client.articles.find({ fields: ['id'], populate: ['author', 'tags'] })
  same<{ id: number; documentId: string; author: Entry<Author> | null; tags: Entry<Api['tags']>[] }[]>()(list.data)

  const single = await client.articles.find({ fields: ['id'], populate: 'author' })
  same<{ id: number; documentId: string; author: Entry<Author> | null }[]>()(single.data)

  const flags = await client.articles.find({ fields: ['id'], populate: { author: true, tags: false } })
  same<{ id: number; documentId: string; author: Entry<Author> | null }[]>()(flags.data)

  const empty = await client.articles.find({ fields: ['id'], populate: {} })
  same<{ id: number; documentId: string }[]>()(empty.data)

  const everything = await client.articles.find({ fields: ['id'], populate: '*' })
  const [article] = everything.data
  if (article !== undefined) {
    sameType<
      | 'id'
      | 'documentId'
      | 'author'
      | 'categories'
      | 'tags'
      | 'related'
      | 'reviews'
      | 'memos'
      | 'seo'
      | 'links'
      | 'sections'
      | 'cover'
      | 'gallery'
      | 'localizations',
      keyof typeof article
    >()
    same<Entry<Author> | null>()(article.author)
    same<Entry<SharedSeo> | null>()(article.seo)
    same<Entry<SharedLink>[]>()(article.links)
    same<Entry<Article>[]>()(article.localizations)
    // @ts-expect-error one level, not two
    article.author?.avatar
  }

  const nested = await client.articles.find({
    fields: ['id'],
    populate: { author: { fields: ['name'], populate: { mentor: { fields: ['followers'], populate: ['avatar'] } } } },
  })
  type Mentor = { id: number; documentId: string; followers: number | null; avatar: FileFields | null }
  type Nested = { id: number; documentId: string; name: string; mentor: Mentor | null }
  same<{ id: number; documentId: string; author: Nested | null }[]>()(nested.data)
  const mentor = nested.data[0]?.author?.mentor
  if (mentor) {
    same<number | null>()(mentor.followers)
    if (mentor.avatar) same<FileFields>()(mentor.avatar)
    // @ts-expect-error not asked for
    mentor.name
  }

  const nestedAll = await client.articles.find({ fields: ['id'], populate: { author: { populate: '*' } } })
  const author = nestedAll.data[0]?.author
  if (author) same<Entry<Author>[]>()(author.mentees)

  const count = await client.articles.find({
    fields: ['id'],
    populate: { reviews: { count: true }, tags: { count: false } },
  })
  same<{ id: number; documentId: string; reviews: { count: number }; tags: Entry<Api['tags']>[] }[]>()(count.data)

  const components = await client.articles.find({
    fields: ['id'],
    populate: { seo: { fields: ['metaTitle'], populate: { social: { fields: ['network'] } } } },
  })
  type Social = { id: number; documentId?: string; network: 'mastodon' | 'bluesky' | 'linkedin' | null }
  type Seo = { id: number; documentId?: string; metaTitle: string | null; social: Social[] }
  same<{ id: number; documentId: string; seo: Seo | null }[]>()(components.data)

  const chosen = {} as boolean
  const maybe = await client.articles.find({ fields: ['id'], populate: { author: chosen } })
  same<Entry<Author> | null | undefined>()(maybe.data[0]?.author)

  const media = await client.articles.find({
    fields: ['id'],
    populate: { cover: { fields: ['url', 'width'] }, gallery: { fields: ['mime'] } },
  })
  same<
    {
      id: number
      documentId: string
      cover: { id: number; documentId: string; url: string; width: number | null } | null
      gallery: { id: number; documentId: string; mime: string }[]
    }[]
  >()(media.data)

  const locales = await client.articles.find({
    fields: ['id'],
    populate: { localizations: { fields: ['title', 'locale'] } },
  })
  same<
    {
      id: number
      documentId: string
      localizations: { id: number; documentId: string; title: string; locale: string }[]
    }[]
  >()(locales.data)
}

export async function zones() {
  const plain = await client.articles.find({ fields: ['id'], populate: ['sections'] })
  type Hero = { id: number; documentId?: string; heading: string | null; __component: 'blocks.hero' }
  type Quote = { id: number; documentId?: string; text: string; __component: 'blocks.quote' }
  type Gallery = { id: number; documentId?: string; caption: string | null; __component: 'blocks.gallery' }
  type Cta = { id: number; documentId?: string; title: string | null; __component: 'blocks.cta' }
  same<{ id: number; documentId: string; sections: (Hero | Quote | Gallery | Cta)[] }[]>()(plain.data)

  const named = await client.articles.find({
    fields: ['id'],
    populate: {
      sections: {
        on: { 'blocks.quote': { fields: ['text'], populate: { by: { fields: ['name'] } } }, 'blocks.cta': true },
      },
    },
  })
  type By = { id: number; documentId: string; name: string }
  type QuoteBy = { id: number; documentId?: string; text: string; by: By | null; __component: 'blocks.quote' }
  same<{ id: number; documentId: string; sections: (Hero | QuoteBy | Gallery | Cta)[] }[]>()(named.data)

  const section = named.data[0]?.sections[0]
  if (section?.__component === 'blocks.quote') same<By | null>()(section.by)
  // @ts-expect-error only quotes have it
  section?.by

  const starred = await client.articles.find({ fields: ['id'], populate: { sections: { populate: '*' } } })
  const hero = starred.data[0]?.sections.find((item) => item.__component === 'blocks.hero')
  if (hero?.__component === 'blocks.hero') same<Entry<SharedLink> | null>()(hero.cta)

  const owners = await client.articles.find({
    fields: ['id'],
    populate: {
      cover: { fields: ['url'], populate: { related: { on: { 'api::author.author': { fields: ['name'] } } } } },
    },
  })
  const related = owners.data[0]?.cover?.related
  if (related) same<{ id: number; documentId: string; name: string; __type: 'api::author.author' }[]>()(related)
}

export async function envelopes() {
  same<{ page: number; pageSize: number; pageCount: number; total: number }>()(
    (await client.tags.find()).meta.pagination,
  )
  same<{ page: number; pageSize: number }>()(
    (await client.tags.find({ pagination: { page: 2, withCount: false } })).meta.pagination,
  )
  same<{ start: number; limit: number; total: number }>()(
    (await client.tags.find({ pagination: { start: 5 } })).meta.pagination,
  )
  same<{ start: number; limit: number }>()(
    (await client.tags.find({ pagination: { limit: 5, withCount: false } })).meta.pagination,
  )

  const one = await client.articles.findOne('abc', { fields: ['title'] })
  same<{ id: number; documentId: string; title: string }>()(one.data)

  const home = await client.homepage.find({ fields: ['headline'], populate: { featured: { fields: ['title'] } } })
  same<{
    id: number
    documentId: string
    headline: string
    featured: { id: number; documentId: string; title: string }[]
  }>()(home.data)

  for await (const page of client.articles.pages({ fields: ['title'], pagination: { pageSize: 10 } })) {
    same<{ id: number; documentId: string; title: string }[]>()(page.data)
    same<number>()(page.meta.pagination.total)
  }
  for await (const tag of client.tags.entries({ fields: ['label'] })) {
    same<{ id: number; documentId: string; label: string }>()(tag)
  }

  const made = await client.tags.create({ label: 'x' }, { fields: ['label'] })
  same<{ id: number; documentId: string; label: string }>()(made.data)
  const changed = await client.articles.update('abc', { views: 3 }, { status: 'draft', fields: ['title'] })
  same<{ id: number; documentId: string; title: string | null }>()(changed.data)
  same<void>()(await client.articles.delete('abc', { locale: '*' }))
  const back = await client.articles.unpublish('abc', { fields: ['title', 'publishedAt'] })
  same<{ id: number; documentId: string; title: string | null; publishedAt: null }>()(back.data)
  const out = await client.articles.publish('abc', { fields: ['title', 'publishedAt'] })
  same<{ id: number; documentId: string; title: string; publishedAt: string }>()(out.data)
}

export async function wrapped() {
  const v4 = createClient<Api>({ url: 'http://127.0.0.1:1337/api', format: 'v4' })
  const { data } = await v4.articles.find({
    fields: ['title'],
    populate: {
      author: { fields: ['name'] },
      tags: { fields: ['label'] },
      reviews: { count: true },
      seo: { fields: ['metaTitle'], populate: { ogImage: { fields: ['url'] } } },
    },
  })
  type File = { id: number; documentId: string; attributes: { url: string } }
  type Attributes = {
    title: string
    author: { data: { id: number; documentId: string; attributes: { name: string } } | null }
    tags: { data: { id: number; documentId: string; attributes: { label: string } }[] }
    reviews: { data: { attributes: { count: number } } }
    seo: { id: number; documentId?: string; metaTitle: string | null; ogImage: { data: File | null } } | null
  }
  same<{ id: number; documentId: string; attributes: Attributes }[]>()(data)
}

export async function loose() {
  const anything = createClient({ url: 'http://127.0.0.1:1337/api' })
  const { articles } = anything
  if (articles === undefined) return
  const found = await articles.findOne('abc', { populate: 'whatever' })
  same<Record<string, unknown>>()(found.data)
}
