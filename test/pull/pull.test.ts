/** `lectern pull` against a running server: all of a list, and then its changes. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site } from '../writes/site.ts'
import { type Folder, pulling, temporaryFolder } from './pulling.ts'

const NOTE = 'api::note.note'

const SITE = {
  types: {
    note: {
      draftAndPublish: true,
      localized: true,
      attributes: { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
    },
    tag: { attributes: { name: { type: 'string' } } },
  },
  permissions: [
    ...['find', 'create', 'update', 'delete', 'export'].map((action) => `${NOTE}.${action}`),
    'api::tag.tag.find',
  ],
  config: { api: { rest: { extensions: ['export'] } } },
} as const

const ONE_DAY = { SQLite: '86400000', PostgreSQL: "interval '1 day'" }

let folder: Folder
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

describe.each(DATABASES)('lectern pull on %s', (kind) => {
  let site: Site
  let url: string
  let documents: readonly string[]

  /** As if all that was done so far had been done a day earlier. */
  const aDayPasses = () =>
    site.sql(
      `update notes set updated_at = updated_at - ${ONE_DAY[kind]}, published_at = published_at - ${ONE_DAY[kind]}`,
    )

  const publish = (path: string, title: string) => site.update(`/api/notes/${path}`, { title })

  beforeAll(async () => {
    site = await openSite(kind, SITE)
    url = await site.lectern.listen({ port: 0 })
    const made = Array.from({ length: 12 }, (_, index) => site.create('/api/notes', { title: `note ${index}` }))
    documents = (await Promise.all(made)).map(({ documentId }) => documentId).toSorted()
    await publish(`${documents[0]}?locale=fr`, 'billet')
  })

  afterAll(() => site?.close())

  const list = (query = '') => `${url}/api/notes${query}`
  const exported = async (query = '') => {
    const lines = (await (await fetch(`${url}/api/notes/actions/export${query}`)).text()).split('\n')
    return lines
      .slice(0, -2)
      .map((line) => `${line}\n`)
      .join('')
  }

  it('writes what the export has, from its URL or that of the list', async () => {
    const pulled = await pulling([list('?sort=title:desc'), '--out', folder.path('a')])
    expect(pulled).toMatchObject({ code: 0, out: `Pulled 12 entries to ${folder.path('a')}.` })
    expect(folder.read('a')).toBe(await exported('?sort=title:desc'))
    await pulling([`${url}/api/notes/actions/export?locale=*`, '--out', folder.path('b')])
    expect(folder.read('b')).toBe(await exported('?locale=*'))
    expect(folder.names()).toEqual(['a', 'b'])
  })

  it.each([
    '?locale=*',
    '?locale=*&fields=title,updatedAt,locale&filters[title][$notNull]=true',
    '?filters[$and][0][title][$notNull]=true&filters[$or][0][id][$gt]=0',
  ])('has after its changes what a new pull would have: %s', async (query) => {
    await aDayPasses()
    const draft = await site.create('/api/notes?status=draft', { title: 'waits' })
    await site.create('/api/notes', { title: 'the newest, which is asked for again' })
    await aDayPasses()
    await pulling([list(query), '--out', folder.path('copy')])
    const before = folder.read('copy')
    await publish(`${documents[1]}`, 'changed')
    await publish(`${documents[0]}?locale=fr`, 'changé')
    await publish(`${documents[2]}?locale=de`, 'neu')
    await site.create('/api/notes', { title: 'new' })
    // The published version has the time that the draft was changed at.
    await site.sql(
      `update notes set updated_at = updated_at - ${ONE_DAY[kind]} where document_id = '${draft.documentId}'`,
    )
    await site.entry(200, 'POST', `/api/notes/${draft.documentId}/actions/publish`)
    const { code, out } = await pulling([list(query), '--out', folder.path('copy'), '--changes'])
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Pulled [46] entries changed since .*\nEntries that were deleted/),
    ])
    expect(folder.read('copy')).not.toBe(before)
    expect(folder.read('copy')).toBe(await exported(query))
  })

  it('keeps what was deleted until everything is pulled', async () => {
    const { documentId } = await site.create('/api/notes', { title: 'short-lived' })
    await pulling([list(), '--out', folder.path('copy')])
    await site.ask('DELETE', `/api/notes/${documentId}`)
    await pulling([list(), '--out', folder.path('copy'), '--changes'])
    expect(folder.read('copy')).toContain('short-lived')
    await pulling([list(), '--out', folder.path('copy')])
    expect(folder.read('copy')).toBe(await exported())
  })

  it('leaves sorted entries where they were, and appends new ones', async () => {
    await pulling([list('?sort=title:desc&fields=title,updatedAt'), '--out', folder.path('copy')])
    const titles = () =>
      (folder.read('copy') ?? '').split('\n').flatMap((line) => /"title":"(.*?)"/.exec(line)?.[1] ?? [])
    const before = titles()
    const { documentId } = await site.create('/api/notes', { title: 'zzz' })
    await publish(`${documents[5]}`, 'aaa')
    await pulling([list('?sort=title:desc&fields=title,updatedAt'), '--out', folder.path('copy'), '--changes'])
    expect(titles().slice(-1)).toEqual(['zzz'])
    expect(titles().length).toBe(before.length + 1)
    expect(before.filter((title, index) => title !== titles()[index]).length).toBe(1)
    await site.ask('DELETE', `/api/notes/${documentId}`)
  })

  it('asks for everything where there is no file or nothing in it', async () => {
    for (const name of ['none', 'empty']) {
      if (name === 'empty') folder.write(name, '')
      const { out } = await pulling([list(), '--out', folder.path(name), '--changes'])
      expect(out).toMatch(/^Pulled \d+ entries to /)
      expect(folder.read(name)).toBe(await exported())
    }
  })

  it.each([
    ['?fields=title', 'updatedAt'],
    ['?fields=title,updatedAt&locale=*', 'locale'],
  ])('says what it misses for changes: %s', async (query, name) => {
    await pulling([list(query), '--out', folder.path('copy')])
    const before = folder.read('copy')
    const { code, err } = await pulling([list(query), '--out', folder.path('copy'), '--changes'])
    expect([code, err]).toEqual([1, expect.stringContaining(`lectern: copy has an entry without ${name}`)])
    expect(folder.read('copy')).toBe(before)
  })

  it('shows what the server refuses, with its hint', async () => {
    const refused = async (path: string) => (await pulling([`${url}${path}`, '--out', folder.path('copy')])).err
    expect(await refused('/api/notes?filter[title]=x')).toBe(
      `lectern: GET ${url}/api/notes/actions/export: 400 Invalid key filter. Did you mean filters?`,
    )
    expect(await refused('/api/tags')).toContain(
      '403 Forbidden. An export needs the permission api::tag.tag.export in addition to find.\n  Set LECTERN_PULL_TOKEN to',
    )
    expect(await refused('/_health')).toContain('404')
    expect(folder.names()).toEqual([])
  })
})
