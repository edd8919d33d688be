/** A project with relations to types of plugins that are not known: it is served, without them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeProblem } from '../../src/config/problem.ts'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'

const SPEC: SiteSpec = {
  types: {
    page: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string' },
        menu: { type: 'relation', relation: 'manyToOne', target: 'plugin::navigation.menu', required: true },
        part: { type: 'component', component: 'part.one' },
      },
    },
  },
  components: {
    'part.one': {
      text: { type: 'string' },
      item: { type: 'relation', relation: 'oneToOne', target: 'plugin::navigation.item' },
    },
  },
}

describe.each(DATABASES)('plugins that are not known, on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())

  it('are reported at startup, with file, attribute and type', () => {
    expect(site.lectern.leftOut.map(describeProblem)).toEqual([
      'src/api/page/content-types/page/schema.json › attributes.menu: "menu" is left out: it leads to plugin::navigation.menu, and Lectern does not know the types of that plugin. To show it, describe the type in src/extensions/navigation/content-types/menu/schema.json, as the plugin does.',
      'src/components/part/one.json › attributes.item: "item" is left out: it leads to plugin::navigation.item, and Lectern does not know the types of that plugin. To show it, describe the type in src/extensions/navigation/content-types/item/schema.json, as the plugin does.',
    ])
  })

  it('their relations are unknown names', async () => {
    const made = await site.create('/api/pages?populate[part][populate]=*', { name: 'a', part: { text: 't' } })
    expect(made.part).toEqual({ id: expect.any(Number), documentId: expect.any(String), text: 't' })
    expect(Object.keys(await site.read(`/api/pages/${made.documentId}?populate=*`))).not.toContain('menu')
    for (const query of ['populate=NAME', 'filters[NAME][id]=1', 'sort=NAME.id', 'fields=NAME']) {
      const [one, other] = await Promise.all(
        ['menu', 'nono'].map((name) => site.ask('GET', `/api/pages?${query.replace('NAME', name)}`)),
      )
      expect(one?.status).toBe(400)
      expect(one?.text.replaceAll('menu', 'nono')).toBe(other?.text)
    }
    expect(await site.ask('POST', '/api/pages', { menu: 1 })).toMatchObject({
      status: 400,
      error: { message: 'Invalid key menu' },
    })
  })
})
