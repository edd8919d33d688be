/** `unique`: no two documents of a type have the same value, in components as little as in the entry itself. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }
const parts = (component: string) => ({ type: 'component', component, repeatable: true })

const SPEC: SiteSpec = {
  types: {
    page: {
      draftAndPublish: true,
      attributes: {
        name,
        code: { type: 'string', unique: true },
        seo: { type: 'component', component: 'part.seo' },
        items: parts('part.item'),
        more: parts('part.item'),
        zone: { type: 'dynamiczone', components: ['part.item', 'part.seo'] },
      },
    },
    plain: {
      attributes: {
        choice: { type: 'enumeration', enum: ['one', 'two'], unique: true },
        flag: { type: 'boolean', unique: true },
        extra: { type: 'json', unique: true },
      },
    },
    note: { attributes: { name, items: parts('part.item') } },
    tale: { attributes: { name, slug: { type: 'uid', targetField: 'name' } } },
    local: {
      localized: true,
      draftAndPublish: true,
      attributes: { name, items: { ...parts('part.item'), pluginOptions: { i18n: { localized: true } } } },
    },
    shared: {
      localized: true,
      draftAndPublish: true,
      attributes: { name, code: { type: 'string', unique: true }, items: parts('part.item') },
    },
    'shared-note': {
      localized: true,
      attributes: { name, code: { type: 'string', unique: true }, items: parts('part.item') },
    },
  },
  components: {
    'part.seo': { key: { type: 'string', unique: true }, items: parts('part.item') },
    'part.item': {
      name,
      sku: { type: 'string', unique: true },
      weight: { type: 'decimal', unique: true },
      slug: { type: 'uid', targetField: 'name' },
    },
  },
}

describe.each(DATABASES)('unique values on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())

  const refused = async (method: string, path: string, data: unknown) => {
    const answer = await site.ask(method, path, data)
    expect(answer.status).toBe(400)
    const errors = answer.error?.details.errors as readonly { path: readonly string[]; message: string }[]
    for (const { message } of errors) expect(message).toBe('This attribute must be unique')
    return errors.map(({ path: at, ...rest }) => [at.join('.'), (rest as { value?: unknown }).value])
  }
  const idsOf = (value: unknown) => (value as readonly Entry[]).map(({ id }) => id)

  it('not in enumerations, booleans and JSON, as in Strapi', async () => {
    for (const data of [{ choice: 'one' }, { flag: true }, { extra: { a: 1 } }])
      expect([await site.create('/api/plains', data), await site.create('/api/plains', data)]).toMatchObject([
        data,
        data,
      ])
  })

  it('of the entry itself; an empty text is no value', async () => {
    await site.create('/api/pages', { code: 'a' })
    expect(await refused('POST', '/api/pages', { code: 'a' })).toEqual([['code', 'a']])
    const draft = await site.create('/api/pages?status=draft', { code: 'a' })
    const other = await site.create('/api/pages?status=draft', { code: 'b' })
    await site.update(`/api/pages/${other.documentId}?status=draft`, { code: 'a' })
    expect(await refused('POST', `/api/pages/${draft.documentId}/actions/publish`, {})).toEqual([['code', 'a']])
    expect(await refused('PUT', `/api/pages/${draft.documentId}`, {})).toEqual([['code', 'a']])
    await site.create('/api/pages', { code: '' })
    await site.create('/api/pages', { code: '' })
  })

  it.each(['page', 'note'])(
    'of many components in %s, and of one, written at once: one writer gets each',
    async (type) => {
      const body = (count: number, own: string) => ({
        items: [
          { sku: `${type} contested` },
          ...Array.from({ length: count }, (_, index) => ({ sku: `${own} ${index}` })),
        ],
      })
      const bodies = [80, 0, 80, 0, 80, 0].map((count, writer) => body(count, `${type} ${writer}`))
      const answers = await Promise.all(bodies.map((data) => site.ask('POST', `/api/${type}s`, data)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400])
    },
  )

  it('in a component, a list, a zone and nested: refused where another document has them', async () => {
    const body = {
      seo: { key: 'k', items: [{ sku: 'n' }] },
      items: [{ sku: 's' }, { weight: 1.5 }],
      zone: [{ __component: 'part.seo', key: 'z', items: [{ sku: 'zn' }] }],
    }
    await site.create('/api/pages', body)
    expect(await refused('POST', '/api/pages', body)).toEqual(
      expect.arrayContaining([
        ['seo.key', 'k'],
        ['seo.items.0.sku', 'n'],
        ['items.0.sku', 's'],
        ['items.1.weight', 1.5],
        ['zone.0.key', 'z'],
        ['zone.0.items.0.sku', 'zn'],
      ]),
    )
    const other = await site.create('/api/pages', { items: [{ sku: 'other' }] })
    expect(await refused('PUT', `/api/pages/${other.documentId}`, { items: [{ sku: 'x' }, { sku: 's' }] })).toEqual([
      ['items.1.sku', 's'],
    ])
    // Refused writes changed nothing.
    const kept = await site.read(`/api/pages/${other.documentId}?populate=items`)
    expect(kept.items).toMatchObject([{ sku: 'other' }])
  })

  it('at other attributes, in other components and types they are other values', async () => {
    await site.create('/api/pages', { items: [{ sku: 'p' }] })
    await site.create('/api/pages', { more: [{ sku: 'p' }], zone: [{ __component: 'part.item', sku: 'p' }] })
    await site.create('/api/notes', { items: [{ sku: 'p' }] })
    expect(await refused('POST', '/api/notes', { items: [{ sku: 'p' }] })).toEqual([['items.0.sku', 'p']])
  })

  it('twice in one entry they are refused, whether sent or stored', async () => {
    expect(await refused('POST', '/api/pages', { items: [{ sku: '1' }, { sku: '2' }, { sku: '1' }] })).toEqual([
      ['items.0.sku', '1'],
      ['items.2.sku', '1'],
    ])
    const nested = [1, 2].map(() => ({ __component: 'part.seo', items: [{ sku: 'same' }] }))
    const { documentId } = await site.create('/api/pages?status=draft', { zone: nested })
    expect(await refused('POST', `/api/pages/${documentId}/actions/publish`, {})).toHaveLength(2)
    const made = await site.create('/api/pages?populate=items&status=draft', { items: [{ sku: 'here' }] })
    const [id] = idsOf(made.items)
    expect(await refused('PUT', `/api/pages/${made.documentId}`, { items: [{ id }, { sku: 'here' }] })).toEqual([
      ['items.0.sku', 'here'],
      ['items.1.sku', 'here'],
    ])
    await site.create('/api/pages', { items: [{ sku: null }, { sku: '' }, { sku: '' }, {}] })
  })

  it('stay with their document: through versions, replacements, and exchanges', async () => {
    const made = await site.create('/api/pages?populate=items', { items: [{ sku: 'mine' }, { sku: 'too' }] })
    const path = `/api/pages/${made.documentId}`
    await site.update(`${path}?status=draft`, { items: [{ sku: 'mine' }, { sku: 'too' }] })
    const draft = await site.update(`${path}?status=published`, { items: [{ sku: 'too' }, { sku: 'mine' }] })
    expect(draft.documentId).toBe(made.documentId)
    await site.entry(200, 'POST', `${path}/actions/publish`)
    await site.entry(200, 'POST', `${path}/actions/discard`)
    await site.entry(200, 'POST', `${path}/actions/unpublish`)
    await site.ask('DELETE', path)
    await site.create('/api/pages', { items: [{ sku: 'mine' }] })
  })

  it('a discarded draft frees its value', async () => {
    const first = await site.create('/api/pages', { code: 'free', items: [{ sku: 'free' }] })
    const second = await site.create('/api/pages?status=draft', { code: 'free', items: [{ sku: 'free' }] })
    const path = `/api/pages/${second.documentId}`
    expect(await refused('POST', `${path}/actions/publish`, {})).toEqual([
      ['code', 'free'],
      ['items.0.sku', 'free'],
    ])
    await site.entry(200, 'POST', `/api/pages/${first.documentId}/actions/unpublish`)
    await site.entry(200, 'POST', `${path}/actions/publish`)
    expect(await refused('POST', `/api/pages/${first.documentId}/actions/publish`, {})).toHaveLength(2)
  })

  it.each(['shareds', 'shared-notes'])('in every locale that a write reaches, of %s', async (path) => {
    await site.create(`/api/${path}`, { code: 'here' })
    await site.create(`/api/${path}?locale=de`, { code: 'there' })
    const own = { code: 'own', items: [{ sku: 'own' }] }
    const made = await site.create(`/api/${path}`, own)
    const refuse = (data: unknown) => refused('PUT', `/api/${path}/${made.documentId}?locale=fr`, data)
    expect(await refuse({ code: 'here' })).toEqual([['code', 'here']])
    // Nor in one that it gets, with the values of the others.
    await site.create(`/api/${path}?locale=de`, own)
    expect(await refused('PUT', `/api/${path}/${made.documentId}?locale=de`, { name: 'x' })).toEqual([
      ['code', 'own'],
      ['items.0.sku', 'own'],
    ])
    // Not in a locale that the document does not have.
    await site.update(`/api/${path}/${made.documentId}?locale=fr`, { code: 'there' })
    expect(await refuse({ code: 'here' })).toEqual([['code', 'here']])
    expect(await site.read(`/api/${path}/${made.documentId}`)).toMatchObject({ code: 'there' })
  })

  it('in every locale that components are shared with, where slugs are made for them', async () => {
    const [seen] = (await site.create('/api/shareds?populate=items', { items: [{ name: 'x', sku: 'x' }] }))
      .items as Entry[]
    expect(seen).toMatchObject({ slug: 'x' })
    const made = await site.create('/api/shareds', {})
    const path = `/api/shareds/${made.documentId}?locale=fr&populate=items`
    await site.update(path, { name: 'fr' })
    expect(await refused('PUT', path, { items: [{ sku: 'x' }] })).toEqual([['items.0.sku', 'x']])
    expect((await site.update(path, { items: [{ name: 'x' }] })).items).toMatchObject([{ slug: 'x-1' }])
  })

  it('each locale for itself', async () => {
    const made = await site.create('/api/locals', { items: [{ sku: 'l' }] })
    await site.update(`/api/locals/${made.documentId}?locale=fr`, { items: [{ sku: 'l' }] })
    await site.create('/api/locals?locale=de', { items: [{ sku: 'l' }] })
    expect(await refused('POST', '/api/locals?locale=fr', { items: [{ sku: 'l' }] })).toEqual([['items.0.sku', 'l']])
  })

  it('slugs are made so', async () => {
    const slugs = async (path: string, items: unknown) =>
      ((await site.create(`${path}?populate=items`, { items })).items as readonly { slug: string }[]).map(
        ({ slug }) => slug,
      )
    expect(await slugs('/api/notes', [{ name: 'A b' }, { name: 'A b' }, { name: 'x', slug: 'a-b-1' }])).toEqual([
      'a-b',
      'a-b-2',
      'a-b-1',
    ])
    expect(await slugs('/api/notes', [{ name: 'A b' }])).toEqual(['a-b-3'])
    const made = await site.create('/api/notes?populate=items', { items: [{ name: 'kept' }] })
    const [id] = idsOf(made.items)
    const changed = await site.update(`/api/notes/${made.documentId}?populate=items`, {
      items: [{ id }, { name: 'kept' }],
    })
    expect(changed.items).toMatchObject([{ id, slug: 'kept' }, { slug: 'kept-1' }])
    const replaced = await site.update(`/api/notes/${made.documentId}?populate=items`, { items: [{ name: 'kept' }] })
    expect(replaced.items).toMatchObject([{ slug: 'kept' }])
  })

  it('slugs get the first number that is free', async () => {
    const made: string[] = []
    const add = async (name: string, slug?: string) =>
      made.push(String((await site.create('/api/tales', { name, ...(slug === undefined ? {} : { slug }) })).slug))
    for (const name of ['Say 100%', 'Say 100%', 'Say 100%', 'Say']) await add(name)
    await add('Other', 'say-2')
    for (const name of ['Say', 'say', 'SAY']) await add(name)
    expect(made).toEqual(['say-100', 'say-100-1', 'say-100-2', 'say', 'say-2', 'say-1', 'say-3', 'say-4'])
  })

  it('slugs that end in something else than a number leave all numbers free', async () => {
    const slugs = ['odd', 'odd-1', 'odd-02', 'odd-0', 'odd-', 'odd-x', 'odd-2x', 'odd-3', 'odd-123456789012', 'odd_4']
    for (const slug of slugs) await site.create('/api/tales', { name: 'Other', slug })
    const made = []
    for (const name of ['Odd', 'Odd', 'Odd']) made.push((await site.create('/api/tales', { name })).slug)
    expect(made).toEqual(['odd-2', 'odd-4', 'odd-5'])
  })

  it('of ten who send the same, one is served', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => site.ask('POST', '/api/pages', { items: [{ sku: 'raced' }] })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 400)])
  })
})
