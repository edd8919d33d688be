/** `populate` in config/api, for front ends that rely on a middleware of their Strapi project. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { askerOf } from '../support/ask.ts'
import { DATABASES, type Prepared, prepareSite, askerOf as writerOf } from '../writes/site.ts'

const PAGE = {
  draftAndPublish: true,
  attributes: {
    title: { type: 'string' },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
    editor: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
  },
} as const

const spec = (populate: unknown) => ({
  types: {
    page: PAGE,
    home: { ...PAGE, single: true },
    author: {
      attributes: {
        name: { type: 'string' },
        friend: { type: 'relation', relation: 'oneToOne', target: 'api::author.author' },
      },
    },
  },
  config: { api: { populate } },
})

const POPULATE = {
  'api::page.page': { author: { fields: ['name'], populate: { friend: true }, filters: { name: { $ne: 'Nobody' } } } },
  'api::home.home': '*',
}

describe.each(DATABASES)('populate of the configuration on %s', (kind) => {
  let site: Prepared
  let lectern: Lectern
  let documentId: string
  const entry = async (path: string) => (await askerOf(lectern).body(path)).data as unknown

  beforeAll(async () => {
    site = await prepareSite(kind, spec(POPULATE))
    lectern = await openProject({ project: site.folder, database: site.database, env: {} })
    const writes = writerOf((path, init) => lectern.fetch(path, init))
    const friend = await writes.create('/api/authors', { name: 'Bo' })
    const author = await writes.create('/api/authors', { name: 'Ada', friend: friend.documentId })
    const page = { title: 'One', author: author.documentId, editor: author.documentId }
    documentId = (await writes.create('/api/pages', page)).documentId
    await writes.update('/api/home', page)
  })
  afterAll(async () => {
    await lectern.close()
    await site.remove()
  })

  it('applies to lists, entries and single types', async () => {
    const shown = { title: 'One', author: { name: 'Ada', friend: { name: 'Bo' } } }
    expect(await entry('/api/pages?filters[title]=One')).toMatchObject([shown])
    expect(await entry(`/api/pages/${documentId}`)).toMatchObject(shown)
    expect(await entry('/api/pages')).not.toHaveProperty('0.editor')
    expect(await entry('/api/home')).toMatchObject({ author: { name: 'Ada' }, editor: { name: 'Ada' } })
  })

  it('is replaced by the populate of a request', async () => {
    const [page] = (await entry('/api/pages?populate=editor')) as readonly object[]
    expect(page).toMatchObject({ editor: { name: 'Ada' } })
    expect(page).not.toHaveProperty('author')
    expect(await entry('/api/home?populate[0]=editor')).not.toHaveProperty('author')
  })

  it('also applies to a request that uses a statement template', async () => {
    for (const title of ['One', 'Two', 'Six']) {
      const found = (await entry(`/api/pages?filters[title]=${title}`)) as readonly object[]
      expect(found).toMatchObject(title === 'One' ? [{ author: { friend: { name: 'Bo' } } }] : [])
    }
  })
})

describe.each(DATABASES)('an invalid populate of the configuration on %s', (kind) => {
  it.each([
    [{ 'api::pgae.page': '*' }, 'populate.api::pgae.page: There is no content type of this name. Did you mean'],
    [{ 'api::page.page': { autor: true } }, 'populate.api::page.page: Invalid key autor. Did you mean author?'],
  ])('is reported at startup: %j', async (populate, message) => {
    const { folder, database, remove } = await prepareSite(kind, spec(populate))
    try {
      await expect(openProject({ project: folder, database, env: {} })).rejects.toThrow(message)
    } finally {
      await remove()
    }
  })
})
