/** The page that shows the description: its files, and what a browser makes of them. */

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSite } from '../people/site.ts'
import { CHROMIUM, launchChromium } from '../support/chromium.ts'
import { AS_FULL_ACCESS, type Magazine, openMagazine } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => magazine.lectern.fetch(path, { headers })

describe('the files of the page', () => {
  it('are found from its path', async () => {
    const folder = await get('/_docs')
    expect([folder.status, folder.headers.get('location')]).toEqual([308, '_docs/'])
    const page = await get('/_docs/')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const names = [...(await page.text()).matchAll(/(?:src|href)="([^":.][^":]*)"/g)].map(([, name]) => name)
    expect(names).toEqual(['swagger-ui.css', 'page.css', 'swagger-ui-bundle.js', 'page.js'])
    for (const name of names) expect((await get(`/_docs/${name}`)).status, name).toBe(200)
  })

  it('come with their licence', async () => {
    expect(await (await get('/_docs/swagger-ui.LICENSE.txt')).text()).toContain('Apache License')
    expect((await get('/_docs/swagger-ui.NOTICE.txt')).status).toBe(200)
  })

  it('may load from nowhere else, and are what they say', async () => {
    for (const path of ['/_docs/', '/_docs/page.js']) {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toMatch(/https?:|\*|unsafe/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('are not sent twice', async () => {
    const first = await get('/_docs/page.js')
    const again = await get('/_docs/page.js', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get('/_docs/page.js', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    '/_docs/nope.js',
    '/_docs/../page.js',
    '/_docs/..%2f..%2fcli/main.js',
    '/_docs/%2e%2e/%2e%2e/index.js',
    '/_docs//page.js',
    '/_docs/page.js/',
    '/_docs/..\\..\\index.js',
    '/_docsx',
  ])('and nothing else is: %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('are only read', async () => {
    const response = await magazine.lectern.fetch('/_docs/', { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'HEAD, GET'])
  })
})

// Without a browser on the machine there is nothing to look with; the files themselves are tested above.
describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  let browser: Browser
  let page: Page
  let address: string
  const errors: string[] = []
  const hosts = new Set<string>()
  beforeAll(async () => {
    address = await magazine.lectern.listen({ host: '127.0.0.1', port: 0 })
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 1280, height: 1000 } })
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol !== 'data:') hosts.add(host)
    })
    await page.goto(`${address}/_docs`)
    await page.waitForSelector('.opblock-tag')
  })
  afterAll(() => browser?.close())

  const tags = async () =>
    Promise.all((await page.locator('.opblock-tag').all()).map((tag) => tag.getAttribute('data-tag')))

  it('shows the operations of the public', async () => {
    expect(await tags()).toEqual(expect.arrayContaining(['Article', 'Author', 'Server']))
    expect(await tags()).not.toContain('Memo')
    await page.click('.opblock-tag[data-tag="Article"]')
    await page.waitForSelector('.opblock-summary-path[data-path="/api/articles"]')
  })

  it('has colours that can be read, and no choice without a name', async () => {
    const colours = (elements: string, property: 'color' | 'backgroundColor') =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${elements}')].map((element) => getComputedStyle(element).${property})`,
      )
    const shown = [...(await colours('.info small', 'backgroundColor')), ...(await colours('.info .url', 'color'))]
    expect(shown.length).toBe(3)
    expect(shown.filter((colour) => contrastWithWhite(colour) < 4.5)).toEqual([])
    expect(await page.locator('#servers').count()).toBe(0)
  })

  it('sends what is tried out in brackets', async () => {
    await page.click('.opblock-summary-path[data-path="/api/articles"]')
    await page.click('.try-out__btn')
    await page.fill(
      'tr[data-param-name="filters"] textarea',
      '{"title": {"$contains": "river"}, "$or": [{"id": {"$gt": 1}}]}',
    )
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/api/articles')),
      page.click('.execute'),
    ])
    const query = decodeURIComponent(new URL(request.url()).search)
    expect(query).toContain('filters[title][$contains]=river&filters[$or][0][id][$gt]=1')
    expect(query).toContain('pagination[page]=1')
    expect((await request.response())?.status()).toBe(200)
  })

  it('shows examples as JSON', async () => {
    await page.click('.try-out__btn')
    const rows = page.locator('.parameters tr[data-param-name]')
    const example = (name: string) =>
      rows
        .and(page.locator(`[data-param-name="${name}"]`))
        .getByText('Example :')
        .innerText()
    expect(await example('filters')).toBe('Example : {"id":{"$gt":0}}')
    expect(await example('sort')).toBe('Example : ["title:asc"]')
    expect(await page.locator('#api').innerText()).not.toMatch(/OrderedMap|List \[/)
  })

  it('finds nothing wrong with the description', async () => {
    await page.waitForSelector('.opblock-body .model-example')
    expect(await page.locator('.errors-wrapper').allTextContents()).toEqual([])
  })

  it('shows what a token may do, once it is given', async () => {
    await page.goto(`${address}/_docs/`)
    await page.waitForSelector('.opblock-tag')
    await page.fill('#secret', AS_FULL_ACCESS.authorization?.slice('Bearer '.length) ?? '')
    await page.click('#token button')
    await page.waitForSelector('.opblock-tag[data-tag="Memo"]')
    await page.fill('#secret', '')
    await page.click('#token button')
    await page.waitForSelector('.opblock-tag[data-tag="Memo"]', { state: 'detached' })
  })

  it('has one box for a token, and sends what is in it', async () => {
    await page.goto(`${address}/_docs/`)
    await page.waitForSelector('.opblock-tag')
    expect(await page.locator('.btn.authorize, .authorization__btn').count()).toBe(0)
    const { authorization = '' } = AS_FULL_ACCESS
    await page.fill('#secret', authorization.slice('Bearer '.length))
    await page.click('#token button')
    await page.click('.opblock-tag[data-tag="Memo"]')
    await page.click('.opblock-summary-path[data-path="/api/memos"]')
    await page.click('.try-out__btn')
    expect(await page.locator('.btn.authorize, .authorization__btn').count()).toBe(0)
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/api/memos')),
      page.click('.execute'),
    ])
    expect(request.headers().authorization).toBe(authorization)
    expect((await request.response())?.status()).toBe(200)
  })

  it.each(['light', 'dark'] as const)('follows the colours of the system: %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await page.waitForSelector(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)')
    const colour = async (element: string, property: 'color' | 'backgroundColor') =>
      Number(/\d+/.exec(await page.evaluate(`getComputedStyle(document.querySelector('${element}')).${property}`))?.[0])
    const text = await colour('#token', 'color')
    const behind = await colour('html', 'backgroundColor')
    const title = await colour('.swagger-ui .info .title', 'color')
    const isDark = (value: number) => value < 128
    expect([text, behind, title].map(isDark)).toEqual(
      colorScheme === 'dark' ? [false, true, false] : [true, false, true],
    )
  })

  it('takes a token where the public may do nothing at all', async () => {
    const site = newSite()
    const lectern = await site.serve()
    site.sql('delete from up_permissions')
    expect((await lectern.fetch('/_openapi.json')).status).toBe(401)
    const closed = await browser.newPage()
    await closed.goto(`${await lectern.listen({ host: '127.0.0.1', port: 0 })}/_docs/`)
    await closed.waitForSelector('.errors-wrapper, .failed-config, .loading-container')
    await closed.fill('#secret', await site.token('all', '--type', 'full-access'))
    await closed.click('#token button')
    await closed.waitForSelector('.opblock-tag[data-tag="Files"]')
    await closed.close()
    await site.remove()
  })

  it('sends no request to other hosts, and logs no error', async () => {
    expect([...hosts]).toEqual([new URL(address).host])
    expect(errors).toEqual([])
  })
})

/** As WCAG 2 has it: 1 for white itself, 21 for black. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
    const part = Number(text) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
