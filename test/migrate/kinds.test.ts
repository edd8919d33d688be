/** Attributes that become localized or shared, and types that become single, over content. */

import { afterEach, describe, expect, it } from 'vitest'
import { DATABASES, namesOf, type SiteSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

const spec = (isNameLocalized: boolean, single = false): SiteSpec => ({
  types: {
    note: {
      single,
      draftAndPublish: true,
      localized: true,
      attributes: {
        name: { type: 'string', pluginOptions: { i18n: { localized: isNameLocalized } } },
        text: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      },
    },
  },
})

describe.each(DATABASES)('on %s', (kind) => {
  let site: ChangingSite
  afterEach(() => site.close())

  const names = async (path: string) =>
    namesOf([await site.read(`${path}?locale=en`), await site.read(`${path}?locale=fr`)])

  it('an attribute that locales share now keeps what differs until it is written', async () => {
    site = await openChangingSite(kind, spec(true))
    const { documentId } = await site.create('/api/notes', { name: 'one' })
    const path = `/api/notes/${documentId}`
    await site.update(`${path}?locale=fr`, { name: 'un' })
    expect((await site.change(spec(false))).changes).toEqual([])
    expect(await names(path)).toEqual(['one', 'un'])
    await site.update(path, { text: 'other' })
    expect(await names(path)).toEqual(['one', 'un'])
    await site.update(`${path}?locale=fr`, { name: 'both' })
    expect(await names(path)).toEqual(['both', 'both'])
    await site.change(spec(true))
    expect(await names(path)).toEqual(['both', 'both'])
    await site.update(path, { name: 'alone' })
    expect(await names(path)).toEqual(['alone', 'both'])
  })

  it('a type that becomes single shows its first entry, and has all of them when it is a collection again', async () => {
    site = await openChangingSite(kind, spec(true))
    for (const name of ['one', 'two']) await site.create('/api/notes', { name })
    await site.change(spec(true, true))
    expect(await site.read('/api/note')).toMatchObject({ name: 'one' })
    await site.update('/api/note', { name: 'changed' })
    await site.change(spec(true))
    expect(namesOf(await site.list('/api/notes?sort=id'))).toEqual(['changed', 'two'])
  })

  it('a type that becomes single is written where it is read, whatever came first', async () => {
    site = await openChangingSite(kind, spec(true))
    await site.create('/api/notes?status=draft', { name: 'draft alone' })
    await site.create('/api/notes?locale=fr', { name: 'un' })
    await site.create('/api/notes', { name: 'one' })
    await site.change(spec(true, true))
    for (const query of ['', '?status=draft', '?locale=fr', '?locale=fr&status=draft']) {
      const { documentId } = await site.read(`/api/note${query}`)
      const written = await site.update(`/api/note${query}`, { text: `written ${query}` })
      expect(written.documentId, query).toBe(documentId)
      expect(await site.read(`/api/note${query}`), query).toEqual(written)
    }
    expect((await site.ask('DELETE', '/api/note?locale=fr')).status).toBe(204)
    expect((await site.ask('GET', '/api/note?locale=fr')).status).toBe(404)
    await site.change(spec(true))
    expect(namesOf(await site.list('/api/notes?sort=id'))).toEqual(['one'])
    expect(namesOf(await site.list('/api/notes?sort=id&status=draft'))).toEqual(['draft alone', 'one'])
  })
})
