/** Draft & Publish and locales, switched on and off over content that is there. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProjectError } from '../../src/index.ts'
import { orphansIn } from '../writes/orphans.ts'
import { DATABASES, type Entry, namesOf, type SiteSpec, type TypeSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

type Versions = Pick<TypeSpec, 'draftAndPublish' | 'localized'>

const relation = (relation: string, target: string, more = {}) => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...more,
})

/** An article with everything an entry can have; authors and notes lead to it, and it to them. */
function spec(article: Versions, author: Versions = {}, note: Versions = {}): SiteSpec {
  return {
    types: {
      article: {
        ...article,
        attributes: {
          name: { type: 'string', pluginOptions: { i18n: { localized: true } } },
          cover: { type: 'media', pluginOptions: { i18n: { localized: true } } },
          part: { type: 'component', component: 'part.branch', pluginOptions: { i18n: { localized: true } } },
          zone: {
            type: 'dynamiczone',
            components: ['part.leaf', 'part.branch'],
            pluginOptions: { i18n: { localized: true } },
          },
          author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
          readers: relation('manyToMany', 'author'),
          editor: relation('manyToOne', 'author', { useJoinTable: false }),
          related: relation('manyToMany', 'article', { inversedBy: 'relatedFrom' }),
          relatedFrom: relation('manyToMany', 'article', { mappedBy: 'related' }),
          next: relation('oneToOne', 'article'),
          about: { type: 'relation', relation: 'morphToMany' },
        },
      },
      author: {
        ...author,
        attributes: {
          name: { type: 'string' },
          articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
          best: relation('oneToOne', 'article'),
          latest: relation('manyToOne', 'article', { useJoinTable: false }),
        },
      },
      note: {
        ...note,
        attributes: {
          name: { type: 'string' },
          about: { type: 'relation', relation: 'morphToOne' },
          mentions: { type: 'relation', relation: 'morphToMany' },
          part: { type: 'component', component: 'part.leaf' },
        },
      },
    },
    components: {
      'part.leaf': { text: { type: 'string' }, targets: relation('oneToMany', 'article') },
      'part.branch': {
        text: { type: 'string' },
        image: { type: 'media' },
        leaves: { type: 'component', component: 'part.leaf', repeatable: true },
      },
    },
    files: 2,
  }
}

const OFF: Versions = {}
const DRAFTS: Versions = { draftAndPublish: true }
const LOCALES: Versions = { localized: true }
const BOTH: Versions = { draftAndPublish: true, localized: true }

const POPULATE = [
  'populate[cover]=true&populate[author]=true&populate[readers]=true&populate[editor]=true&populate[next]=true',
  'populate[related]=true&populate[relatedFrom]=true&populate[about]=true',
  'populate[part][populate][image]=true&populate[part][populate][leaves][populate][targets]=true',
  'populate[zone][on][part.leaf][populate][targets]=true&populate[zone][on][part.branch][populate][leaves]=true',
].join('&')

/** Relations that can lead to several versions; a column leads to one, that which is published. */
const SEVERAL = ['author', 'readers', 'related', 'relatedFrom', 'next', 'about']
const LINKS = [...SEVERAL, 'editor']

/** Names of everything that an entry has, whichever row it is. */
function shown(entry: Entry, links: readonly string[]): unknown {
  const part = entry.part as { text: string; image: unknown; leaves: readonly Entry[] } | null
  return {
    name: entry.name,
    cover: namesOf(entry.cover),
    part: part && [part.text, namesOf(part.image), part.leaves.map((leaf) => [leaf.text, namesOf(leaf.targets)])],
    zone: (entry.zone as readonly Entry[]).map((item) => [item.__component, item.text, namesOf(item.targets)]),
    links: links.map((name) => namesOf(entry[name])),
  }
}

describe.each(DATABASES)('on %s', (kind) => {
  let site: ChangingSite
  const open = async (first: SiteSpec) => {
    site = await openChangingSite(kind, first)
  }
  let last: SiteSpec | null = null
  beforeEach(() => {
    last = null
  })
  afterEach(async () => {
    try {
      if (last !== null) {
        expect(await orphansIn(site, last)).toEqual([])
        expect(await site.migrate()).toMatchObject({ changes: [], postponed: [] })
        await checkCounts()
      }
    } finally {
      await site.close()
    }
  })

  /** Kept totals are those of the rows. */
  async function checkCounts() {
    for (const table of ['articles', 'authors', 'notes']) {
      const kept = `select published, locale, sum(entries) from lectern_counts where table_name = '${table}' group by 1, 2 having sum(entries) <> 0 order by 1, 2`
      const counted = `select case when published_at is null then 0 else 1 end, coalesce(locale, ''), count(*) from ${table} group by 1, 2 order by 1, 2`
      expect(await site.sql(kept), table).toEqual(await site.sql(counted))
    }
  }

  const change = async (to: SiteSpec, options = {}) => {
    last = to
    return (await site.change(to, options)).changes.map(({ text }) => text)
  }

  async function refusals(work: Promise<unknown>): Promise<readonly string[]> {
    const error = await work.then(
      () => null,
      (error: unknown) => error,
    )
    if (!(error instanceof ProjectError)) throw new Error(`expected a ProjectError, not ${error}`)
    return error.problems.map(({ path, message }) => `${path}: ${message}`)
  }

  const articles = async (query = '', links = LINKS) =>
    (await site.list(`/api/articles?sort=name&${POPULATE}${query}`)).map((entry) => shown(entry, links))
  const drafts = () => articles('&status=draft', SEVERAL)

  const body = (name: string, ids: { author: string; other?: string }) => ({
    name,
    cover: 1,
    part: { text: `${name} part`, image: 2, leaves: [{ text: 'leaf', targets: ids.other ? [ids.other] : [] }] },
    zone: [
      { __component: 'part.branch', text: 'branch', leaves: [{ text: 'deep' }] },
      { __component: 'part.leaf', text: 'in zone', targets: ids.other ? [ids.other] : [] },
    ],
    author: ids.author,
    readers: [ids.author],
    editor: ids.author,
    ...(ids.other === undefined
      ? {}
      : { related: [ids.other], next: ids.other, about: [{ __type: 'api::article.article', documentId: ids.other }] }),
  })

  /** Two articles, of which the second leads to the first in every way, and others that lead to them. */
  async function fill() {
    const author = (await site.create('/api/authors', { name: 'Ann' })).documentId
    const first = (await site.create('/api/articles', body('one', { author }))).documentId
    const second = (await site.create('/api/articles', body('two', { author, other: first }))).documentId
    await site.update(`/api/authors/${author}`, { best: second, latest: second })
    const note = (
      await site.create('/api/notes', {
        name: 'note',
        about: { __type: 'api::article.article', documentId: first },
        mentions: [{ __type: 'api::article.article', documentId: second }],
        part: { text: 'of note', targets: [first, second] },
      })
    ).documentId
    return { author, first, second, note }
  }

  const around = async (query = '') => ({
    authors: (
      await site.list(`/api/authors?populate[articles][sort]=name&populate[best]=true&populate[latest]=true${query}`)
    ).map(({ articles, best, latest }) => [namesOf(articles), namesOf(best), namesOf(latest)]),
    notes: (
      await site.list(
        `/api/notes?populate[about]=true&populate[mentions]=true&populate[part][populate][targets]=true${query}`,
      )
    ).map(({ about, mentions, part }) => [namesOf(about), namesOf(mentions), namesOf((part as Entry).targets)]),
  })

  const aroundDrafts = async () => {
    const { authors, notes } = await around('&status=draft')
    return { authors: authors.map((links) => links.slice(0, 2)), notes: notes.map((links) => links.slice(1)) }
  }

  describe.each<[string, Versions]>([
    ['no drafts', OFF],
    ['drafts', DRAFTS],
  ])('beside types with %s', (_, others) => {
    it('Draft & Publish on makes a draft of each entry, with all that belongs to it', async () => {
      await open(spec(OFF, others, others))
      const { first, second } = await fill()
      const before = [await articles(), await around()]
      const draftsBefore = [await drafts(), await aroundDrafts()]
      expect(await change(spec(DRAFTS, others, others))).toContain('make drafts of entries in articles')
      expect([await articles(), await around()]).toEqual(before)
      expect([await drafts(), await aroundDrafts()]).toEqual(draftsBefore)
      expect(
        namesOf((await site.list('/api/articles?status=draft&populate[editor]=true')).map(({ editor }) => editor)),
      ).toEqual(['Ann', 'Ann'])
      await site.update(`/api/articles/${first}?status=draft`, { name: 'changed' })
      expect(namesOf(await site.list('/api/articles?sort=name'))).toEqual(['one', 'two'])
      await site.entry(200, 'POST', `/api/articles/${first}/actions/publish`)
      await site.entry(200, 'POST', `/api/articles/${second}/actions/publish`)
      expect(namesOf(await site.list('/api/articles?sort=name'))).toEqual(['changed', 'two'])
      await site.entry(200, 'POST', `/api/articles/${second}/actions/unpublish`)
      await site.entry(200, 'POST', `/api/articles/${first}/actions/discard`)
      expect(namesOf(await site.list('/api/articles?sort=name'))).toEqual(['changed'])
      expect(namesOf(await site.list('/api/articles?sort=name&status=draft'))).toEqual(['changed', 'two'])
      expect((await site.ask('DELETE', `/api/articles/${second}`)).status).toBe(204)
    })

    it('Draft & Publish off deletes drafts once that is allowed, and nothing else', async () => {
      await open(spec(DRAFTS, others, others))
      const { first, second } = await fill()
      await site.create('/api/articles?status=draft', { name: 'never published' })
      await site.update(`/api/articles/${second}?status=draft`, { name: 'not yet', zone: [], related: [] })
      const before = [await articles(), await around()]
      site.write(spec(OFF, others, others))
      const listed = [
        expect.stringMatching(
          /^table articles: This would lose data of 2 rows: Draft & Publish is off for api::article.article now, and drafts are deleted, with their changes since/,
        ),
        expect.stringMatching(
          /^table articles: This would lose data of 1 row: .* never published, .* --allow-data-loss/,
        ),
      ]
      expect(await refusals(site.migrate())).toEqual(listed)
      expect(await refusals(site.serve())).toEqual(listed)
      expect(await change(spec(OFF, others, others), { allowDataLoss: true })).toContain('delete drafts in articles')
      expect([await articles(), await around()]).toEqual(before)
      expect(await drafts()).toEqual(await articles('', SEVERAL))
      await site.update(`/api/articles/${first}`, { name: 'changed' })
      expect(namesOf(await site.list('/api/articles?sort=name'))).toEqual(['changed', 'two'])
      expect((await site.ask('DELETE', `/api/articles/${second}`)).status).toBe(204)
    })

    it('locales on puts entries into the default locale', async () => {
      await open(spec(OFF, others, others))
      const { first } = await fill()
      const before = [await articles(), await around()]
      expect(await change(spec(LOCALES, others, others))).toContain(
        'put entries of articles into the default locale, en',
      )
      expect([await articles(), await around()]).toEqual(before)
      expect(await articles('&locale=fr')).toEqual([])
      await site.update(`/api/articles/${first}?locale=fr`, { name: 'un' })
      await site.update(`/api/articles/${first}`, { name: 'changed' })
      expect(namesOf(await site.list('/api/articles?sort=name'))).toEqual(['changed', 'two'])
      expect(namesOf(await site.list('/api/articles?locale=fr'))).toEqual(['un'])
    })

    it('locales off keeps the default locale once that is allowed', async () => {
      await open(spec(BOTH, others, others))
      const { first, second } = await fill()
      await site.update(`/api/articles/${first}?locale=fr`, { name: 'un' })
      await site.create('/api/articles?locale=fr', { name: 'seul' })
      const before = [await articles(), await around(), await articles('&status=draft'), await around('&status=draft')]
      site.write(spec(DRAFTS, others, others))
      const listed = [
        expect.stringMatching(
          /^table articles: This would lose data of 2 rows: api::article.article is no longer localized: only entries in en, the default locale, stay: other locales/,
        ),
        expect.stringMatching(
          /^table articles: This would lose data of 2 rows: .* entries that do not exist in it are deleted/,
        ),
      ]
      expect(await refusals(site.migrate())).toEqual(listed)
      expect(await refusals(site.serve())).toEqual(listed)
      expect(await change(spec(DRAFTS, others, others), { allowDataLoss: true })).toContain(
        'keep entries of articles in en only, without a locale',
      )
      expect([
        await articles(),
        await around(),
        await articles('&status=draft'),
        await around('&status=draft'),
      ]).toEqual(before)
      await site.update(`/api/articles/${second}`, { name: 'changed' })
      expect(namesOf(await site.list('/api/articles?sort=name'))).toEqual(['changed', 'one'])
    })

    it('both at once, on and off again, changes nothing', async () => {
      await open(spec(OFF, others, others))
      await fill()
      const before = [await articles(), await around()]
      await change(spec(BOTH, others, others))
      expect([await articles(), await around()]).toEqual(before)
      await change(spec(OFF, others, others), { allowDataLoss: true })
      expect([await articles(), await around()]).toEqual(before)
    })
  })

  it('all types at once, in both directions', async () => {
    await open(spec(OFF, DRAFTS, LOCALES))
    const { first } = await fill()
    const before = [await articles(), await around()]
    await change(spec(BOTH, OFF, DRAFTS), { allowDataLoss: true })
    expect([await articles(), await around()]).toEqual(before)
    expect(await drafts()).toEqual(await articles('', SEVERAL))
    await change(spec(OFF, BOTH, OFF), { allowDataLoss: true })
    expect([await articles(), await around()]).toEqual(before)
    await site.update(`/api/articles/${first}`, { name: 'one' })
  })

  it('a dry run shows the steps, and does nothing', async () => {
    await open(spec(OFF))
    await fill()
    site.write(spec(BOTH))
    const { script } = await site.migrate({ dryRun: true })
    expect(script).toContain('-- make drafts of entries in articles')
    expect(script).toContain('-- put entries of articles into the default locale, en')
    expect(await site.sql('select count(*) from articles where published_at is null or locale is not null')).toEqual([
      [0],
    ])
  })

  it('a server that starts does what loses nothing', async () => {
    await open(spec(OFF))
    await fill()
    site.write(spec(BOTH))
    const lectern = await site.serve()
    expect(lectern.notices).toContain('  make drafts of entries in articles')
    expect(namesOf(await site.list('/api/articles?status=draft&sort=name'))).toEqual(['one', 'two'])
  })
})
