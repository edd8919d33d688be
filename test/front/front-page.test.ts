/** `/`: a page for browsers during development, otherwise a 404. */

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { CHROMIUM, launchChromium } from '../support/chromium.ts'
import { DATABASES, openMagazineDatabase } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS } from '../support/magazine.ts'
import { makeProject, type ProjectSpec } from '../support/make-project.ts'
import type { PostgresDatabase } from '../support/postgres.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const page = async (lectern: Lectern, headers: Readonly<Record<string, string>> = {}) => {
  const response = await lectern.fetch('/', { headers: { ...BROWSER, ...headers } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  return response.text()
}

/** The requests that it suggests, as they are written in its links. */
const suggested = (html: string) =>
  [...html.matchAll(/class="request" href="([^"]+)"/g)].map(([, url = '']) => `/${url.replaceAll('&#38;', '&')}`)

async function onMade(spec: ProjectSpec, look: (lectern: Lectern) => Promise<void>): Promise<void> {
  const project = await makeProject(spec)
  try {
    await look(await project.open({ database: project.database }))
  } finally {
    await project.remove()
  }
}

describe.each(DATABASES)('on %s', (kind) => {
  let lectern: Lectern
  let database: PostgresDatabase
  beforeAll(async () => {
    database = await openMagazineDatabase[kind]()
    lectern = await openProject({ project: fixture('magazine'), database: database.url, env: {} })
  })
  afterAll(async () => {
    await lectern?.close()
    await database?.drop()
  })

  it('shows the types that the public may find, with their counts', async () => {
    const html = await page(lectern)
    const response = await lectern.fetch('/api/articles?pagination[pageSize]=1')
    const { meta } = (await response.json()) as { meta: { pagination: { total: number } } }
    expect(html).toContain(`<a href="api/articles">articles</a></td><td>${meta.pagination.total}</td>`)
    expect(html).toContain('<a href="api/homepage">homepage</a></td><td></td>')
    expect(html).not.toContain('memo')
    expect(await page(lectern, AS_FULL_ACCESS)).toContain('api/memos')
  })

  it('suggests a filter through a relation, populate and a locale, which find something', async () => {
    const urls = suggested(await page(lectern))
    expect(urls).toHaveLength(3)
    expect(urls[0]).toMatch(/filters\[\w+\]\[\w+\]\[\$eq\]=\S/)
    expect(urls[1]).toMatch(/populate\[\w+\]/)
    expect(urls[2]).toMatch(/[?&]locale=[\w-]+/)
    for (const url of urls) {
      const response = await lectern.fetch(url)
      const { data } = (await response.json()) as { data: unknown[] }
      expect([response.status, data.length > 0], url).toEqual([200, true])
    }
  })
})

describe('the front page', () => {
  let lectern: Lectern
  let production: Lectern
  const open = (env: Record<string, string>) =>
    openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), env })
  beforeAll(async () => {
    lectern = await open({})
    production = await open({ NODE_ENV: 'production' })
  })
  afterAll(async () => {
    await lectern.close()
    await production.close()
  })

  it('leads to the explorer, the docs and the description', async () => {
    const html = await page(lectern)
    for (const place of ['_explorer/', '_docs/', '_openapi.json']) {
      expect(html).toContain(`<a href="${place}">`)
      expect((await lectern.fetch(`/${place}`)).status, place).toBe(200)
    }
  })

  it('loads nothing and runs nothing', async () => {
    const { headers } = await lectern.fetch('/', { headers: BROWSER })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}';/)
    expect(policy).not.toMatch(/script-src|unsafe|https?:|\*/)
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
  })

  it.each([{}, { accept: 'application/json' }, { accept: '*/*' }])('is a 404 for programs: %j', async (headers) => {
    const response = await lectern.fetch('/', { headers })
    expect(response.status).toBe(404)
    const hint = 'Entries are below /api. A browser gets a page here, with requests to try'
    expect(await response.json()).toMatchObject({ data: null, error: { name: 'NotFoundError', details: { hint } } })
  })

  it('is a 404 in production, for every caller', async () => {
    for (const headers of [BROWSER, { ...BROWSER, ...AS_FULL_ACCESS }]) {
      const response = await production.fetch('/', { headers })
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    }
  })

  it('is only read', async () => {
    const response = await lectern.fetch('/', { method: 'POST', headers: BROWSER })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'HEAD, GET'])
  })

  it('says what to do where the public may read nothing, and where a token is invalid', async () => {
    await onMade({ types: { note: { attributes: { text: { type: 'string' } } } }, permissions: [] }, async (closed) => {
      const html = await page(closed)
      expect(html).toContain('lectern role allow public api::article.article.find<')
      expect(html).not.toContain('note')
    })
    expect(await page(lectern, { authorization: 'Bearer nonsense' })).not.toContain('api/articles')
  })

  it('leads to no page that is switched off', async () => {
    const config = { api: { rest: { explorer: false, docs: false } } }
    await onMade({ types: { note: { attributes: { text: { type: 'string' } } } }, config }, async (bare) => {
      const html = await page(bare)
      expect(html).toContain('api/notes')
      expect(html).not.toMatch(/_explorer|_docs|_openapi/)
    })
  })

  it('shows values as texts', async () => {
    const spec: ProjectSpec = {
      types: {
        note: {
          attributes: {
            text: { type: 'string' },
            by: { type: 'relation', relation: 'manyToOne', target: 'api::person.person' },
          },
        },
        person: { attributes: { name: { type: 'string' } } },
      },
      rows: {
        notes: [{ id: 1, text: 'x' }],
        persons: [{ id: 1, name: `<img src=x>"'&` }],
        notes_by_lnk: [{ id: 1, note_id: 1, person_id: 1 }],
      },
    }
    await onMade(spec, async (odd) => {
      const html = await page(odd)
      expect(html).toContain('notes by the name of their by')
      expect(html).not.toContain('<img')
      const [url = ''] = suggested(html)
      const { data } = (await (await odd.fetch(url.replaceAll('&#39;', "'"))).json()) as { data: unknown[] }
      expect(data).toHaveLength(1)
    })
  })
})

// Without a browser on the machine there is nothing to look with; the page itself is tested above.
describe.skipIf(CHROMIUM === undefined)('the front page in a browser', () => {
  let lectern: Lectern
  let browser: Browser
  beforeAll(async () => {
    lectern = await openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), env: {} })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await lectern?.close()
  })

  it('is styled under its policy, and its links lead on', async () => {
    const origin = await lectern.listen({ host: '127.0.0.1', port: 0 })
    const tab = await browser.newPage()
    const complaints: string[] = []
    tab.on('console', (message) => complaints.push(message.text()))
    await tab.goto(origin)
    expect(await tab.evaluate(`getComputedStyle(document.querySelector('.places')).display`)).toBe('grid')
    await tab.getByRole('link', { name: 'in the explorer' }).first().click()
    await tab.locator('.status', { hasText: '200' }).waitFor()
    expect(await tab.getByRole('textbox', { name: 'Request URL' }).inputValue()).toContain('filters[')
    await tab.getByRole('link', { name: 'Docs' }).click()
    await tab.getByRole('link', { name: 'Explorer' }).click()
    await tab.locator('.status').waitFor()
    expect(complaints).toEqual([])
  })
})
