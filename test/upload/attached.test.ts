/** Uploads with `ref`, `refId` and `field`, to entries with drafts and locales. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { askerOf, type Entry, namesOf } from '../writes/site.ts'
import { AS_KEY, formOf, openSite, type Site } from './site.ts'

const OWN = { pluginOptions: { i18n: { localized: true } } }
const SCHEMAS = {
  types: {
    article: {
      title: { type: 'string', ...OWN },
      cover: { type: 'media', ...OWN },
      gallery: { type: 'media', multiple: true },
    },
  },
  draftAndPublish: true,
  localized: true,
}

describe.each(DATABASES)('files that are attached on %s', (kind) => {
  let site: Site
  let asker: ReturnType<typeof askerOf>
  beforeAll(async () => {
    site = await openSite(kind, {}, SCHEMAS)
    await site.place.sql(`insert into i18n_locale (document_id, name, code) values ('french', 'fr', 'fr')`)
    const { lectern } = site
    asker = askerOf((path, { headers, ...init }) =>
      lectern.fetch(path, { ...init, headers: { ...headers, ...AS_KEY } }),
    )
  })
  afterAll(() => site.place.remove())

  async function attach({ id }: Entry, field: string, ...names: readonly string[]): Promise<void> {
    const form = formOf(names.map((name) => [name, name]))
    const target = { ref: 'api::article.article', refId: String(id), field }
    for (const [key, value] of Object.entries(target)) form.append(key, value)
    expect(await site.upload(form)).toMatchObject({ status: 201 })
  }

  async function shown({ documentId }: Entry, query: string): Promise<readonly unknown[]> {
    const { cover, gallery } = await asker.read(`/api/articles/${documentId}?populate=*&${query}`)
    return [namesOf(cover), namesOf(gallery) ?? []]
  }

  it('to what is published stay when it is published again', async () => {
    const made = await asker.create('/api/articles', { title: 'one' })
    await attach(made, 'cover', 'a.txt')
    await attach(made, 'gallery', 'b.txt', 'c.txt')
    for (const status of ['published', 'draft']) {
      expect(await shown(made, `status=${status}`)).toEqual(['a.txt', ['b.txt', 'c.txt']])
    }
    await asker.update(`/api/articles/${made.documentId}`, { title: 'two' })
    expect(await shown(made, '')).toEqual(['a.txt', ['b.txt', 'c.txt']])
  })

  it('to a draft are not published yet', async () => {
    const made = await asker.create('/api/articles', { title: 'one' })
    const draft = await asker.read(`/api/articles/${made.documentId}?status=draft`)
    await attach(draft, 'cover', 'a.txt')
    expect(await shown(made, '')).toEqual([null, []])
    expect(await shown(made, 'status=draft')).toEqual(['a.txt', []])
  })

  it('are in all locales where these share the attribute', async () => {
    const made = await asker.create('/api/articles', { title: 'one' })
    await asker.update(`/api/articles/${made.documentId}?locale=fr`, { title: 'un' })
    await attach(made, 'gallery', 'a.txt')
    await attach(made, 'cover', 'b.txt')
    for (const status of ['published', 'draft']) {
      expect(await shown(made, `status=${status}`)).toEqual(['b.txt', ['a.txt']])
      expect(await shown(made, `status=${status}&locale=fr`)).toEqual([null, ['a.txt']])
    }
  })
})
