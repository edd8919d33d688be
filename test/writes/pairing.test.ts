/** The version and locale that links lead to, read from the link tables themselves. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Entry, type Json, openSite, type Site, type SiteSpec } from './site.ts'

const name = { type: 'string' }

/** A type that points at `target` one way, to one and to many, from a component, and with another side. */
const source = (target: string, inverse: string): Json => ({
  name,
  one: { type: 'relation', relation: 'manyToOne', target: `api::${target}.${target}` },
  many: { type: 'relation', relation: 'manyToMany', target: `api::${target}.${target}` },
  both: { type: 'relation', relation: 'manyToMany', target: `api::${target}.${target}`, inversedBy: inverse },
  part: { type: 'component', component: `part.${target}` },
})

const part = (target: string): Json => ({
  things: { type: 'relation', relation: 'oneToMany', target: `api::${target}.${target}` },
})

const inverse = (owner: string): Json => ({
  type: 'relation',
  relation: 'manyToMany',
  target: `api::${owner}.${owner}`,
  mappedBy: 'both',
})

const SPEC: SiteSpec = {
  types: {
    // d: with Draft & Publish; p: without; then what they point at.
    dd: { draftAndPublish: true, attributes: source('dt', 'dds') },
    dp: { draftAndPublish: true, attributes: source('pt', 'dps') },
    pd: { attributes: source('dt', 'pds') },
    pp: { attributes: source('pt', 'pps') },
    dt: { draftAndPublish: true, attributes: { name, dds: inverse('dd'), pds: inverse('pd') } },
    pt: { attributes: { name, dps: inverse('dp'), pps: inverse('pp') } },
    // l: localized; n: not.
    ll: { localized: true, attributes: source('lt', 'lls') },
    ln: { localized: true, attributes: source('nt', 'lns') },
    nl: { attributes: source('lt', 'nls') },
    lt: { localized: true, attributes: { name, lls: inverse('ll'), nls: inverse('nl') } },
    nt: { attributes: { name, lns: inverse('ln') } },
  },
  components: { 'part.dt': part('dt'), 'part.pt': part('pt'), 'part.lt': part('lt'), 'part.nt': part('nt') },
}

describe.each(DATABASES)('pairing on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())

  /** Pairs of versions, as `draft→published` or `en→fr`, that link two documents. */
  async function pairs(
    from: string,
    fromEntry: Entry,
    to: string,
    toEntry: Entry,
    attribute: string,
    by: 'status' | 'locale',
  ) {
    const label = (alias: string) =>
      by === 'locale'
        ? `coalesce(${alias}.locale, '-')`
        : `case when ${alias}.published_at is null then 'draft' else 'published' end`
    const links =
      attribute === 'part'
        ? `${from}s_cmps as c join components_part_${to}s_things_lnk as l on l.${to}_id = c.cmp_id join ${from}s as s on s.id = c.entity_id join ${to}s as t on t.id = l.inv_${to}_id`
        : `${from}s_${attribute}_lnk as l join ${from}s as s on s.id = l.${from}_id join ${to}s as t on t.id = l.${to}_id`
    const rows = await site.sql(
      `select ${label('s')} as a, ${label('t')} as b from ${links} where s.document_id = '${fromEntry.documentId}' and t.document_id = '${toEntry.documentId}' order by 1, 2`,
    )
    return rows.map((row) => row.join('→'))
  }

  const WAYS = ['one', 'many', 'both', 'part'] as const
  /** The same for each way in which the source points at the target. */
  async function everyWay(from: string, entry: Entry, to: string, target: Entry, by: 'status' | 'locale' = 'status') {
    const found: Record<string, readonly string[]> = {}
    for (const way of WAYS) found[way] = await pairs(from, entry, to, target, way, by)
    return found
  }
  const always = (expected: readonly string[]) => Object.fromEntries(WAYS.map((way) => [way, expected]))
  const pointing = (target: Entry, item: Json = {}): Json => {
    const to = { documentId: target.documentId, ...item }
    return { one: to, many: [to], both: { connect: [to] }, part: { things: [to] } }
  }
  const act = (plural: string, { documentId }: Entry, verb: string, query = '') =>
    site.entry(200, 'POST', `/api/${plural}/${documentId}/actions/${verb}${query}`)

  it('a draft links to drafts', async () => {
    const target = await site.create('/api/dts', { name: 't' })
    const entry = await site.create('/api/dds?status=draft', pointing(target))
    expect(await everyWay('dd', entry, 'dt', target)).toEqual(always(['draft→draft']))
  })

  it('a published row links to published rows', async () => {
    const target = await site.create('/api/dts', { name: 't' })
    const entry = await site.create('/api/dds', pointing(target))
    expect(await everyWay('dd', entry, 'dt', target)).toEqual(always(['draft→draft', 'published→published']))
    await site.update(`/api/dds/${entry.documentId}?status=draft`, { one: null, many: [], both: [], part: null })
    expect(await everyWay('dd', entry, 'dt', target)).toEqual(always(['published→published']))
    await act('dds', entry, 'discard')
    expect(await everyWay('dd', entry, 'dt', target)).toEqual(always(['draft→draft', 'published→published']))
  })

  it('a published row does not link to what is not published', async () => {
    const target = await site.create('/api/dts?status=draft', { name: 't' })
    const entry = await site.create('/api/dds', pointing(target))
    expect(await everyWay('dd', entry, 'dt', target)).toEqual(always(['draft→draft']))
    // Publishing the target adds the link only where the target knows of it.
    await act('dts', target, 'publish')
    const two = ['draft→draft', 'published→published']
    expect(await everyWay('dd', entry, 'dt', target)).toEqual({ ...always(['draft→draft']), both: two })
    await act('dds', entry, 'publish')
    expect(await everyWay('dd', entry, 'dt', target)).toEqual(always(two))
  })

  it('both versions link to a target without versions, each by itself', async () => {
    const target = await site.create('/api/pts', { name: 't' })
    const entry = await site.create('/api/dps', pointing(target))
    expect(await everyWay('dp', entry, 'pt', target)).toEqual(always(['draft→published', 'published→published']))
    await site.update(`/api/dps/${entry.documentId}?status=draft`, { one: null, many: [], both: [], part: null })
    expect(await everyWay('dp', entry, 'pt', target)).toEqual(always(['published→published']))
  })

  it('a row without versions links to both of its target', async () => {
    const target = await site.create('/api/dts', { name: 't' })
    const entry = await site.create('/api/pds', pointing(target))
    const two = ['published→draft', 'published→published']
    expect(await everyWay('pd', entry, 'dt', target)).toEqual(always(two))
    await act('dts', target, 'unpublish')
    expect(await everyWay('pd', entry, 'dt', target)).toEqual(always(['published→draft']))
    await act('dts', target, 'publish')
    expect(await everyWay('pd', entry, 'dt', target)).toEqual(always(two))
    const named = await site.create('/api/pds', pointing(target, { status: 'published' }))
    expect(await everyWay('pd', named, 'dt', target)).toEqual(always(['published→published']))
    await site.update(`/api/pds/${entry.documentId}`, {
      one: null,
      many: { disconnect: [target] },
      both: [],
      part: null,
    })
    expect(await everyWay('pd', entry, 'dt', target)).toEqual(always([]))
  })

  it('neither has versions: one link', async () => {
    const target = await site.create('/api/pts', { name: 't' })
    const entry = await site.create('/api/pps', pointing(target))
    expect(await everyWay('pp', entry, 'pt', target)).toEqual(always(['published→published']))
  })

  it('a localized row links to its own locale', async () => {
    const target = await site.create('/api/lts', { name: 't' })
    await site.update(`/api/lts/${target.documentId}?locale=fr`, { name: 'u' })
    const entry = await site.create('/api/lls?locale=fr', pointing(target))
    expect(await everyWay('ll', entry, 'lt', target, 'locale')).toEqual(always(['fr→fr']))
    await site.update(`/api/lls/${entry.documentId}?locale=en`, pointing(target, { locale: 'fr' }))
    const two = ['en→en', 'fr→fr']
    expect(await everyWay('ll', entry, 'lt', target, 'locale')).toEqual(always(two))
    const missing = await site.ask('PUT', `/api/lls/${entry.documentId}?locale=de`, { name: 'x', many: [target] })
    expect(missing).toMatchObject({
      status: 400,
      error: { message: `Document with id "${target.documentId}", locale "de" not found` },
    })
    expect(await site.sql(`select count(*) from lls where locale = 'de'`)).toEqual([[0]])
  })

  it('a localized row links to a target without locales', async () => {
    const target = await site.create('/api/nts', { name: 't' })
    const entry = await site.create('/api/lns', pointing(target))
    await site.update(`/api/lns/${entry.documentId}?locale=fr`, pointing(target))
    expect(await everyWay('ln', entry, 'nt', target, 'locale')).toEqual(always(['en→-', 'fr→-']))
  })

  it('a row without locales links to the locale that is named, or to the default', async () => {
    const target = await site.create('/api/lts', { name: 't' })
    const french = await site.update(`/api/lts/${target.documentId}?locale=fr`, { name: 'u' })
    const entry = await site.create('/api/nls', pointing(target))
    expect(await everyWay('nl', entry, 'lt', target, 'locale')).toEqual(always(['-→en']))
    const named = await site.create('/api/nls', pointing(target, { locale: 'fr' }))
    expect(await everyWay('nl', named, 'lt', target, 'locale')).toEqual(always(['-→fr']))
    const byId = await site.create('/api/nls', { many: [french.id] })
    expect(await pairs('nl', byId, 'lt', target, 'many', 'locale')).toEqual(['-→fr'])
  })

  it('from the other side, the same', async () => {
    const entry = await site.create('/api/dds', { name: 'e' })
    const target = await site.create('/api/dts?status=draft', { dds: [entry.documentId] })
    expect(await pairs('dd', entry, 'dt', target, 'both', 'status')).toEqual(['draft→draft'])
    await act('dts', target, 'publish')
    expect(await pairs('dd', entry, 'dt', target, 'both', 'status')).toEqual(['draft→draft', 'published→published'])
    const single = await site.create('/api/pds', { name: 'e' })
    await site.update(`/api/dts/${target.documentId}`, { pds: [single.documentId] })
    const two = ['published→draft', 'published→published']
    expect(await pairs('pd', single, 'dt', target, 'both', 'status')).toEqual(two)
  })

  it('others stay linked to a row that is published again, and keep their order', async () => {
    const [a, b] = [await site.create('/api/dts', { name: 'a' }), await site.create('/api/dts', { name: 'b' })]
    const many = [b.documentId, a.documentId]
    const entry = await site.create('/api/dds', { many, both: many })
    const loose = await site.create('/api/pds', { many, both: many })
    await site.update(`/api/dts/${b.documentId}`, { name: 'B' })
    await act('dts', b, 'publish')
    for (const path of [`dds/${entry.documentId}`, `pds/${loose.documentId}`]) {
      for (const status of ['draft', 'published']) {
        const { many: one, both: two } = await site.read(`/api/${path}?populate=*&status=${status}`)
        expect([one, two], `${path} ${status}`).toMatchObject([
          [{ name: 'B' }, { name: 'a' }],
          [{ name: 'B' }, { name: 'a' }],
        ])
      }
    }
  })

  it('a component that types with and without versions share is paired as its entry has it', async () => {
    const target = await site.create('/api/dts?status=draft', { name: 't' })
    const [versioned, single] = [
      await site.create('/api/dds', { part: { things: [target] } }),
      await site.create('/api/pds', { part: { things: [target] } }),
    ]
    await act('dts', target, 'publish')
    expect(await pairs('dd', versioned, 'dt', target, 'part', 'status')).toEqual(['draft→draft'])
    expect(await pairs('pd', single, 'dt', target, 'part', 'status')).toEqual([
      'published→draft',
      'published→published',
    ])
  })
})

const TOGETHER: SiteSpec = {
  types: {
    box: {
      draftAndPublish: true,
      attributes: {
        name,
        one: { type: 'relation', relation: 'oneToOne', target: 'api::thing.thing', inversedBy: 'oneOf' },
        many: { type: 'relation', relation: 'oneToMany', target: 'api::thing.thing', mappedBy: 'manyOf' },
        plain: { type: 'relation', relation: 'oneToOne', target: 'api::plain.plain', inversedBy: 'box' },
      },
    },
    thing: {
      draftAndPublish: true,
      attributes: {
        name,
        oneOf: { type: 'relation', relation: 'oneToOne', target: 'api::box.box', mappedBy: 'one' },
        manyOf: { type: 'relation', relation: 'manyToOne', target: 'api::box.box', inversedBy: 'many' },
      },
    },
    plain: {
      attributes: { name, box: { type: 'relation', relation: 'oneToOne', target: 'api::box.box', mappedBy: 'plain' } },
    },
  },
}

describe.each(DATABASES)('a target with one owner, on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, TOGETHER)
  })
  afterAll(() => site?.close())

  it('changes hands in the draft first, and in what is published when that is', async () => {
    const thing = await site.create('/api/things', { name: 't' })
    const plain = await site.create('/api/plains', { name: 'p' })
    const data = { one: thing.documentId, many: [thing.documentId], plain: plain.documentId }
    const [a, b] = [
      await site.create('/api/boxs', { name: 'a', ...data }),
      await site.create('/api/boxs', { name: 'b' }),
    ]
    const holders = async (status: string) => {
      const found: string[] = []
      for (const box of await site.list(`/api/boxs?populate=*&sort=name&status=${status}`)) {
        const many = box.many as readonly unknown[]
        found.push(`${box.name} ${box.one === null ? 0 : 1}${many.length}${box.plain === null ? 0 : 1}`)
      }
      return found
    }
    await site.update(`/api/boxs/${b.documentId}?status=draft`, data)
    expect([await holders('draft'), await holders('published')]).toEqual([
      ['a 000', 'b 111'],
      ['a 111', 'b 000'],
    ])
    await site.entry(200, 'POST', `/api/boxs/${b.documentId}/actions/publish`)
    expect(await holders('published')).toEqual(['a 000', 'b 111'])
    await site.entry(200, 'POST', `/api/boxs/${a.documentId}/actions/discard`)
    expect(await holders('draft')).toEqual(['a 000', 'b 111'])
  })
})
