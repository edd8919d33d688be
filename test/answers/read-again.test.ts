/**
 * A repeated request is read without the pipeline. Changes of content and permissions have an effect nevertheless,
 * whether or not responses are cached.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSite, type Site, type SiteSpec } from '../writes/site.ts'

const TYPES: SiteSpec['types'] = {
  page: { attributes: { title: { type: 'string' }, links: { type: 'integer' } } },
  home: { single: true, attributes: { title: { type: 'string' } } },
}

const LIST = '/api/pages?fields=title'

const NOT_CACHED = { config: { api: { rest: { cache: false } } } }

describe.each([
  ['SQLite', 'cached', {}],
  ['SQLite', 'not cached', NOT_CACHED],
  ['PostgreSQL', 'cached', {}],
  ['PostgreSQL', 'not cached', NOT_CACHED],
] as const)('on %s, where responses are %s', (kind, _how, more) => {
  let site: Site
  let document: string

  beforeAll(async () => {
    site = await openSite(kind, { types: TYPES, ...more })
    document = (await site.create('/api/pages', { title: 'Ümlaut “one” 🙂' })).documentId
  })
  afterAll(() => site.close())

  const stagesOf = async (path: string) =>
    (await site.ask('GET', path)).headers.get('server-timing')?.replaceAll(/;dur=[\d.]+/g, '')

  /** The first of two reads caches what the second one needs. */
  const readTwice = async (path: string) => [await site.ask('GET', path), await site.ask('GET', path)] as const

  it('skips the pipeline when the content has changed', async () => {
    await readTwice(LIST)
    await site.sql(`update pages set links = 1`)
    // Detects the change, learns the new state, and that it has not changed again.
    await readTwice('/api/pages?fields=links')
    expect(await stagesOf(LIST)).toBe('database')
  })

  it('returns the same response, with the same headers and body', async () => {
    const [first, second] = await readTwice(`${LIST}&sort=title`)
    const head = ({ status, headers, text }: typeof first) => {
      const { date: _now, 'server-timing': _took, ...rest } = Object.fromEntries(headers)
      return { status, text, rest }
    }
    expect(head(second)).toEqual(head(first))
    expect(second.text).toContain('"title":"Ümlaut “one” 🙂"')
  })

  // The other database refuses such texts.
  it.runIf(kind === 'SQLite')('has no bytes that are not UTF-8, whatever the file has', async () => {
    const { documentId } = await site.create('/api/pages', { title: 'x' })
    await site.sql(`update pages set title = cast(x'61C362' as text) where document_id = '${documentId}'`)
    const bytes = async () => {
      const response = await site.lectern.fetch(`/api/pages/${documentId}?fields=title`)
      return Buffer.from(await response.arrayBuffer()).toString('latin1')
    }
    const replaced = Buffer.from('"title":"a\uFFFDb"').toString('latin1')
    expect(await bytes()).toContain(replaced)
    expect(await bytes()).toContain(replaced)
  })

  it('shows changes immediately', async () => {
    const path = `/api/pages/${document}`
    await readTwice(path)
    await site.update(path, { title: 'Two' })
    expect((await readTwice(path)).map(({ text }) => JSON.parse(text).data.title)).toEqual(['Two', 'Two'])
  })

  it('returns the same error as a first read for a deleted single type', async () => {
    await site.update('/api/home', { title: 'Home' })
    await readTwice('/api/home')
    await site.ask('DELETE', '/api/home')
    const [again, first] = [await site.ask('GET', '/api/home'), await site.ask('GET', '/api/home?fields=title')]
    expect(again.error?.details.hint).toContain('until the single type is written')
    expect(again.error).toEqual(first.error)
  })

  it('does not find a deleted entry', async () => {
    const { documentId } = await site.create('/api/pages', { title: 'Gone' })
    await readTwice(`/api/pages/${documentId}`)
    await site.sql(`delete from pages where document_id = '${documentId}'`)
    await site.ask('GET', '/api/pages?fields=links')
    expect((await site.ask('GET', `/api/pages/${documentId}`)).status).toBe(404)
  })

  it('is refused as soon as the permission is revoked', async () => {
    await readTwice(LIST)
    await site.sql('delete from up_permissions')
    // As in Strapi: a request without a token is a 401 if the public may do nothing at all.
    expect((await readTwice(LIST)).map(({ status }) => status)).toEqual([401, 401])
  })
})
