/** Data of writes that is not written where it is sent: in variables, constants and functions of the caller. */

import { type CreateData, createClient, type UpdateData } from '../../src/client/index.ts'
import type { Api, Article, Homepage } from '../fixtures/types/extended.js'

const client = createClient<Api>({ url: 'http://127.0.0.1:1337/api' })
const id = 'abc'

/** By name: comparing such a type with itself must not look through the whole schema. */
export function named(
  changes: UpdateData<Article>,
  entry: CreateData<Article>,
  draft: UpdateData<Article, 'draft'>,
  home: UpdateData<Homepage>,
) {
  client.articles.update(id, changes)
  client.articles.update(id, { ...changes, title: 'Copper' }, { populate: '*' })
  client.articles.update(id, entry)
  client.articles.create(entry)
  client.articles.update(id, draft, { status: 'draft' })
  client.articles.create(draft, { status: 'draft' })
  client.homepage.update(home)
  client.homepage.update(home, { status: 'draft' })
  // @ts-expect-error it may lack the title
  client.articles.create(changes)
  // @ts-expect-error a draft may lack the title
  client.articles.update(id, draft)
}

export function inferred(when: Date) {
  const data = {
    title: 'Copper',
    author: 'abc',
    tags: { connect: ['a'] },
    cover: 5,
    eventAt: when,
    seo: { metaTitle: 'a' },
  }
  client.articles.update(id, data)
  client.articles.create(data)
  const listed = {
    title: 'Copper',
    tags: [{ documentId: 'a' }],
    links: [{ id: 4 }, { label: 'a' }],
    gallery: [{ id: 1 }],
  }
  client.articles.update(id, listed)
  client.articles.create(listed)
  const other = { titel: 'Copper' }
  // @ts-expect-error nothing of it is an attribute
  client.articles.update(id, other)
}

interface Camera {
  readonly name: string
  readonly lens?: { readonly aperture: number }
}

/** JSON attributes take what JSON.stringify writes, interfaces too. */
export function json(camera: Camera, mixed: unknown) {
  client.articles.update(id, { metadata: camera })
  client.articles.create({ title: 'Copper', metadata: { cameras: [camera] } })
  client.articles.update(id, { metadata: [camera, null] })
  client.articles.update(id, { metadata: 'text' })
  // @ts-expect-error not JSON
  client.articles.update(id, { metadata: 1n })
  // @ts-expect-error not known to be JSON
  client.articles.update(id, { metadata: mixed })
}

export function constant() {
  const data = {
    title: 'Copper',
    format: 'news',
    metadata: { sizes: [1, 2], by: { name: 'x' } },
    content: [{ type: 'paragraph', children: [{ type: 'text', text: 'a' }] }],
    sections: [{ __component: 'blocks.hero', heading: 'a' }],
    tags: { connect: [{ documentId: 'a', position: { end: true } }] },
  } as const
  client.articles.update(id, data)
  client.articles.create(data)
  const wrong = { title: 'Copper', content: [{ type: 'paragraf', children: [] }] } as const
  // @ts-expect-error there is no such block
  client.articles.create(wrong)
}

/** With `exactOptionalPropertyTypes`, too: what is undefined is not sent. */
export function partial(form: { title?: string; summary?: string | undefined }, author: string | undefined) {
  client.articles.update(id, form)
  client.articles.update(id, { title: form.title, author })
  client.articles.create({ title: 'Copper', summary: form.summary, author, seo: { metaTitle: form.title } })
  // @ts-expect-error it is required
  client.articles.create({ title: form.title })
}

/** Entries that were read may be written back. */
export async function readBefore() {
  const { data } = await client.articles.findOne(id, { populate: { tags: true, author: true, seo: true, cover: true } })
  const { title, content, metadata, format, tags, author, seo, cover } = data
  client.articles.update(id, { title, content, metadata, format, tags, author, seo, cover })
  client.articles.create({ title, content, metadata, format, tags, author, seo, cover })
}
