/** An export has all entries of a list, as they were at one moment. */

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../src/index.ts'
import type { FetchInit } from '../../src/request/fetch-init.ts'
import { choices } from '../fuzz/choices.ts'
import { someQuery } from '../fuzz/grammar.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY, AS_USER } from '../support/magazine.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES, openSite, type Site } from '../writes/site.ts'
import { type Opened, openMagazineOn } from './open-on.ts'

type Fetch = (path: string, init?: FetchInit) => Promise<Response>

interface Exported {
  readonly entries: readonly string[]
  readonly end: { readonly total: number; readonly revision: string }
}

async function exported(fetch: Fetch, path: string, init?: FetchInit): Promise<Exported> {
  const response = await fetch(path, init)
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBe(200)
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  const { end } = JSON.parse(lines.pop() ?? '') as Exported
  return { entries: lines, end }
}

/** All pages, one after the other. */
async function listed(fetch: Fetch, query: string, init?: FetchInit): Promise<readonly string[]> {
  const all: string[] = []
  for (let page = 1; ; page += 1) {
    const joined = `${query}${query === '' ? '' : '&'}pagination[page]=${page}&pagination[pageSize]=7`
    const { data } = (await (await fetch(`/api/articles?${joined}`, init)).json()) as { data: readonly unknown[] }
    if (data.length === 0) return all
    all.push(...data.map((entry) => JSON.stringify(entry)))
  }
}

describe.each(DATABASES)('an export on %s', (kind) => {
  let site: Opened

  beforeAll(async () => {
    site = await openMagazineOn(kind, { extensions: ['export', 'query', 'sorting', 'search'] })
  })

  afterAll(async () => {
    await site?.close()
  })

  const fetch: Fetch = (path, init) => site.lectern.fetch(path, init)
  const all = { headers: AS_FULL_ACCESS }
  const refused = async (path: string, init: FetchInit = all) => {
    const response = await fetch(path, init)
    const { error } = (await response.json()) as { readonly error: { message: string; details: { hint?: string } } }
    return { status: response.status, ...error }
  }

  it.each([
    '',
    'populate=*',
    'populate=*&status=draft',
    'sort=title:desc&fields=title',
    'sort[0]=author.name&sort[1]=views:desc&populate[author][fields]=name',
    'filters[views][$gt]=100&filters[author][name][$notNull]=true',
    'locale=*&fields=title',
    '_q=the&fields=title',
    'sort=$random:seed',
    'filters[id]=0',
  ])('has the entries of all pages of the list: %s', async (query) => {
    const expected = await listed(fetch, query, all)
    const { entries, end } = await exported(fetch, `/api/articles/actions/export?${query}`, all)
    expect(entries.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(expected)
    expect(end.total).toBe(expected.length)
  })

  it('has the entries of random lists, and refuses the requests that lists refuse', async () => {
    const { schema } = site.lectern
    const types = [...schema.contentTypes.values()].filter((type) => type.hasRoutes && type.kind === 'collectionType')
    const request = choices.map((pick) => {
      const type = pick.of(types)
      return { path: `/api/${type.pluralName}`, query: withoutPages(someQuery({ schema, pick }, type)) }
    })
    const answers = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(request, async ({ path, query }) => {
        const list = await fetch(`${path}?${query}&pagination[pageSize]=100`, all)
        answers.set(list.status, (answers.get(list.status) ?? 0) + 1)
        if (list.status !== 200) {
          const response = await fetch(`${path}/actions/export?${query}`, all)
          expect([response.status, await response.text()]).toEqual([list.status, await list.text()])
          return
        }
        const { data, meta } = (await list.json()) as Listed
        const { entries, end } = await exported(fetch, `${path}/actions/export?${query}`, all)
        expect(entries.slice(0, 100).map((line) => JSON.parse(line))).toEqual(data)
        expect(end.total).toBe(meta.pagination.total)
      }),
      { numRuns: randomRuns(60) },
    )
    expect([...answers.keys()].sort()).toEqual([200, 400])
  })

  it('wraps entries in the format of version 4', async () => {
    const init = { headers: { ...AS_FULL_ACCESS, 'strapi-response-format': 'v4' } }
    const { entries } = await exported(fetch, '/api/articles/actions/export?fields=title', init)
    expect(entries.map((line) => JSON.stringify(JSON.parse(line)))).toEqual(await listed(fetch, 'fields=title', init))
    expect(entries[0]).toContain('"attributes"')
  })

  it('supports QUERY, and HEAD without reading entries', async () => {
    const asked = { method: 'QUERY', headers: { ...AS_FULL_ACCESS, 'content-type': 'application/json' } }
    const inBody = await exported(fetch, '/api/articles/actions/export', { ...asked, body: '{"fields":["title"]}' })
    expect(inBody.entries).toEqual((await exported(fetch, '/api/articles/actions/export?fields=title', all)).entries)
    const head = await fetch('/api/articles/actions/export', { ...all, method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
    expect(head.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['pagination[page]=2', 'pagination[limit]=-1', 'page=2', 'limit=5'])('has no pages: %s', async (query) => {
    const { status, message, details } = await refused(`/api/articles/actions/export?${query}`)
    expect([status, message]).toEqual([400, `Invalid key ${query.split(/[[=]/)[0]}: an export has no pages`])
    expect(details.hint).toContain('filters')
  })

  it('refuses parameters that have no effect', async () => {
    const { status, message, details } = await refused('/api/articles/actions/export?filter[title]=x')
    expect([status, message, details.hint]).toEqual([400, 'Invalid key filter', 'Did you mean filters?'])
    expect((await refused('/api/articles/actions/export?filters[secret]=x')).status).toBe(400)
    expect((await refused('/api/articles/actions/export?_q[text]=owl')).message).toContain('no full-text search')
  })

  it.each([
    ['the public', {}],
    ['a user', AS_USER],
    ['a read-only token', AS_READ_ONLY],
  ])('is forbidden for %s unless allowed', async (_, headers) => {
    const { status, details } = await refused('/api/articles/actions/export', { headers })
    expect([status, details.hint]).toEqual([
      403,
      'An export needs the permission api::article.article.export in addition to find',
    ])
  })

  it('is in the OpenAPI description of callers who may export, with its parameters', async () => {
    const pathsFor = async (headers: FetchInit['headers'] = {}) =>
      ((await (await fetch('/_openapi.json', { headers })).json()) as OpenApiDocument).paths
    const paths = await pathsFor(AS_FULL_ACCESS)
    const { get } = paths['/api/articles/actions/export'] ?? {}
    const namesOf = (operation: typeof get) =>
      operation?.parameters?.map((one) => ('name' in one ? one.name : one.$ref)) ?? []
    const ofList = namesOf(paths['/api/articles']?.get)
    expect(ofList).toEqual(expect.arrayContaining(['#/components/parameters/paginationParameter', '_q[text]']))
    expect(namesOf(get)).toEqual(ofList.filter((name) => !/pagination|^_q\[/.test(name)))
    expect(get?.responses[200]).toMatchObject({ content: { 'application/x-ndjson': { schema: { type: 'string' } } } })
    expect(Object.keys(paths).filter((path) => path.includes('homepage') && path.endsWith('export'))).toEqual([])
    for (const headers of [AS_READ_ONLY, AS_USER, {}]) {
      const others = Object.keys(await pathsFor(headers))
      expect(others).toContain('/api/articles')
      expect(others.filter((path) => path.endsWith('/actions/export'))).toEqual([])
    }
  })

  it('does not exist for single types and single entries, nor without the extension', async () => {
    for (const path of ['/api/homepage/actions/export', '/api/articles/x/actions/export']) {
      expect((await fetch(path, all)).status, path).toBe(404)
    }
    const off = await openMagazineOn(kind, { extensions: [] })
    const response = await off.lectern.fetch('/api/articles/actions/export', all)
    const { error } = (await response.json()) as { error: { details: { hint: string } } }
    expect([response.status, error.details.hint]).toEqual([
      404,
      "This is an extension (a whole list, one entry a line). To switch it on: rest.extensions: ['export'] in config/api",
    ])
    expect(await (await off.lectern.fetch('/_openapi.json', all)).text()).not.toContain('/actions/export')
    await off.close()
  })
})

interface Listed {
  readonly data: readonly unknown[]
  readonly meta: { readonly pagination: { readonly total: number } }
}

function withoutPages(query: string): string {
  return query
    .split('&')
    .filter((pair) => !pair.startsWith('pagination'))
    .join('&')
}

const ACCOUNTS = 500
const AMOUNT = 100

const BANK = {
  types: {
    account: {
      attributes: {
        amount: { type: 'integer' },
        note: { type: 'text' },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
      },
    },
    tag: { attributes: { name: { type: 'string' } } },
  },
  permissions: ['find', 'update', 'create', 'export'].flatMap((action) =>
    ['account', 'tag'].map((name) => `api::${name}.${name}.${action}`),
  ),
  config: {
    api: {
      rest: { extensions: ['export'], maxLimit: 1_000, limits: { exports: 2, exportSeconds: 30, populatedRows: 110 } },
    },
  },
} as const

describe.each(DATABASES)('an export of changing entries on %s', (kind) => {
  let site: Site

  beforeAll(async () => {
    site = await openSite(kind, BANK)
    const rows = Array.from(
      { length: ACCOUNTS },
      (_, index) => `('account${index}', ${AMOUNT}, '${'x'.repeat(2_000)}')`,
    )
    await site.sql(`insert into accounts (document_id, amount, note) values ${rows.join(', ')}`)
    await site.sql("insert into tags (document_id, name) values ('t1', 'a'), ('t2', 'b')")
  })

  afterAll(async () => {
    await site?.close()
  })

  const fetch: Fetch = (path, init) => site.lectern.fetch(path, init)
  const PATH = '/api/accounts/actions/export'

  const move = (from: number, to: number) =>
    site.sql(
      `update accounts set amount = amount + case document_id when 'account${from}' then -1 else 1 end where document_id in ('account${from}', 'account${to}')`,
    )

  it('shows one moment, while amounts are moved between entries', async () => {
    let isOver = false
    let moved = 0
    const writer = async () => {
      while (!isOver) {
        await move(moved % ACCOUNTS, (moved * 7 + 1) % ACCOUNTS)
        moved += 1
        await pause(1)
      }
    }
    const writing = writer()
    try {
      for (const sort of ['', '?sort=amount:desc', '?sort=note&fields=amount']) {
        const response = await fetch(`${PATH}${sort}`)
        const before = moved
        const { entries, end } = await readSlowly(response, () => eventually(async () => moved > before + 2))
        expect(end.total).toBe(ACCOUNTS)
        expect(entries.reduce((sum, line) => sum + JSON.parse(line).amount, 0)).toBe(ACCOUNTS * AMOUNT)
      }
    } finally {
      isOver = true
      await writing
    }
  })

  it('has a revision that changes with its lines, and not with data that the lines do not show', async () => {
    const digest = createHash('sha256')
    const first = await exported(fetch, PATH)
    for (const line of first.entries) digest.update(`${line}\n`)
    expect(first.end.revision).toBe(digest.digest('base64url'))
    await site.sql(`insert into tags (document_id, name) values ('hidden', 'a')`)
    expect((await exported(fetch, PATH)).end.revision).toBe(first.end.revision)
    await move(1, 2)
    expect((await exported(fetch, PATH)).end.revision).not.toBe(first.end.revision)
  })

  it('has limits for each line, not for all lines together', async () => {
    const tags = Array.from({ length: 120 }, (_, index) => `('more${index}', 'c')`)
    await site.sql(`insert into tags (document_id, name) values ${tags.join(', ')}`)
    const link = (account: number, most: number) =>
      site.sql(
        `insert into accounts_tags_lnk (account_id, tag_id) select ${account}, id from tags order by id limit ${most}`,
      )
    await link(1, 105)
    await link(2, 105)
    const { entries } = await exported(fetch, `${PATH}?populate=tags&fields=amount`)
    expect(entries.map((line) => JSON.parse(line).tags.length).filter((length) => length > 0)).toEqual([105, 105])
    await link(300, 115)
    const response = await fetch(`${PATH}?populate=tags&fields=amount`)
    const lines = await linesUntilFailure(response)
    expect(lines.length).toBeGreaterThan(0)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      error: { status: 400, details: { limit: 'populatedRows', maximum: 110, path: 'tags' } },
    })
    await site.sql('delete from accounts_tags_lnk')
  })

  it('ends at its time limit', async () => {
    const impatient = await openSite(kind, {
      ...BANK,
      config: { api: { rest: { extensions: ['export'], limits: { exportSeconds: 1 } } } },
    })
    const rows = Array.from({ length: ACCOUNTS }, (_, index) => `('account${index}', 1, '${'x'.repeat(20_000)}')`)
    await impatient.sql(`insert into accounts (document_id, amount, note) values ${rows.join(', ')}`)
    // No client reads these: they end nevertheless, and free their slots.
    const stalled = [await impatient.lectern.fetch(PATH), await impatient.lectern.fetch(PATH)]
    const bothAreOver = pause(1_100)
    expect((await impatient.lectern.fetch(PATH)).status).toBe(503)
    await eventually(async () => (await impatient.lectern.fetch(`${PATH}?filters[id][$lt]=3`)).status === 200)
    // That was the first. The second has the same time from its own start, and would otherwise be read to its end before.
    await bothAreOver
    for (const response of stalled) await expect(response.text()).rejects.toThrow()
    await impatient.close()
  })

  it('allows two at a time, and frees their slots', async () => {
    const [first, second] = [await fetch(PATH), await fetch(PATH)]
    const third = await fetch(PATH)
    expect([first.status, second.status, third.status]).toEqual([200, 200, 503])
    expect(third.headers.get('retry-after')).toBe('10')
    expect(await third.json()).toMatchObject({ error: { details: { limit: 'exports', maximum: 2 } } })
    await first.body?.cancel()
    await eventually(async () => {
      const again = await fetch(PATH)
      await again.body?.cancel()
      return again.status === 200
    })
    await second.text()
  })

  /** The lines of an export that ends in an error. */
  async function linesUntilFailure(response: Response): Promise<readonly string[]> {
    let text = ''
    const reading = async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
    }
    await expect(reading()).rejects.toThrow()
    return text.trimEnd().split('\n')
  }

  /** Reads the beginning; the rest is read after something else has happened. */
  async function readSlowly(response: Response, happened: () => Promise<void>): Promise<Exported> {
    let text = ''
    for await (const chunk of response.body ?? []) {
      if (text === '') await happened()
      text += Buffer.from(chunk).toString()
      await pause(2)
    }
    const lines = text.trimEnd().split('\n')
    return { ...(JSON.parse(lines.pop() ?? '') as Pick<Exported, 'end'>), entries: lines }
  }
})

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10)
}
