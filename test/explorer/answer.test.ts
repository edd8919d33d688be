/** Working with a response in the explorer, in a real browser. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM } from '../support/chromium.ts'
import { openSite, requestBox, type Site, settled } from './browser.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const TABLET = { viewport: { width: 820, height: 1180 } }

interface Listed {
  readonly data: readonly { readonly documentId: string; readonly title: string; readonly author: { name: string } }[]
}

describe.skipIf(CHROMIUM === undefined)('an answer in the explorer', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  const asked = async (path: string) => (await (await site.lectern.fetch(path)).json()) as Listed

  it.each([
    ['phone', PHONE],
    ['tablet', TABLET],
  ])('is what a %s shows after Send, and the query is a tab away', async (_name, options) => {
    const page = await site.open('/api/articles?fields=title', options)
    const answer = page.getByRole('region', { name: 'Response', exact: true })
    const query = page.getByRole('region', { name: 'Query builder' })
    expect([await answer.isVisible(), await query.isVisible()]).toEqual([false, true])
    await page.getByRole('button', { name: 'Send' }).click()
    expect([await answer.isVisible(), await query.isVisible()]).toEqual([true, false])
    await page.getByRole('tab', { name: 'Query' }).click()
    expect([await answer.isVisible(), await query.isVisible()]).toEqual([false, true])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(options.viewport.width)
    await page.context().close()
  })

  it('leads back to the query that is wrong, on a phone too', async () => {
    const page = await site.open('/api/articles?filters[views][$gt]=many', PHONE)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Go to it' }).click()
    await page.getByLabel('views: value').waitFor({ state: 'visible' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    await page.context().close()
  })

  it('stands beside the query where there is room', async () => {
    const page = await site.open()
    expect(await page.getByRole('tab', { name: 'Query' }).isVisible()).toBe(false)
    expect(await page.getByRole('region', { name: 'Response', exact: true }).isVisible()).toBe(true)
    await page.context().close()
  })

  it('is a table with thumbnails, whose related entries can be followed, and back', async () => {
    const path = '/api/articles?populate=*&filters[author][name][$notNull]=true&pagination[pageSize]=3'
    const page = await site.open(path)
    await page.getByRole('tab', { name: 'Table' }).click()
    const table = page.getByRole('table')
    const { data } = await asked(path)
    expect(await table.getByRole('row').count()).toBe(1 + data.length)
    const { name } = data[0]?.author ?? { name: '' }
    await table.getByRole('link', { name, exact: true }).first().click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value.startsWith('/api/authors/'))
    await page.locator('.status', { hasText: '200' }).waitFor()
    await page.goBack()
    await settled(page, path)
    await page.context().close()
  })

  it('shows pictures of this server as thumbnails', async () => {
    const page = await site.open('/api/articles')
    const cover = { documentId: 'f', url: '/uploads/a.png', mime: 'image/png', alternativeText: 'A boat' }
    await page.route('**/api/articles?_q=p', (route) =>
      route.fulfill({ json: { data: [{ id: 1, title: 't', cover }] } }),
    )
    await page.route('**/uploads/a.png', (route) => route.fulfill({ contentType: 'image/png', body: '' }))
    await page.getByLabel('Search in every text').fill('p')
    await settled(page, '/api/articles?_q=p')
    for (const view of ['Table', 'Cards']) {
      await page.getByRole('tab', { name: view }).click()
      expect(await page.getByRole('img', { name: 'A boat' }).getAttribute('src')).toBe('/uploads/a.png')
    }
    await page.context().close()
  })

  it('is cards that lead to their entries', async () => {
    const page = await site.open('/api/articles?fields=title&pagination[pageSize]=2')
    await page.getByRole('tab', { name: 'Cards' }).click()
    const { data } = await asked('/api/articles?fields=title&pagination[pageSize]=2')
    const cards = page.getByRole('list', { name: 'Response as cards' })
    expect(await cards.getByRole('heading').allInnerTexts()).toEqual(data.map(({ title }) => title))
    await cards.getByRole('link').first().click()
    await page.waitForFunction(
      (id) => document.querySelector('textarea')?.value.startsWith(`/api/articles/${id}`),
      data[0]?.documentId,
    )
    await page.context().close()
  })

  it('goes on to the next page, and back', async () => {
    const page = await site.open('/api/articles?fields=title&pagination[pageSize]=2')
    const turner = page.getByRole('navigation', { name: 'Pages' })
    expect(await turner.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
    await turner.getByRole('button', { name: 'Next' }).click()
    await settled(page, '/api/articles?fields[0]=title&pagination[page]=2&pagination[pageSize]=2')
    expect(await turner.innerText()).toContain('3 to 4')
    await turner.getByRole('button', { name: 'Previous' }).click()
    await settled(page, '/api/articles?fields[0]=title&pagination[page]=1&pagination[pageSize]=2')
    await page.context().close()
  })

  it('can be searched', async () => {
    const path =
      '/api/articles?populate[author][fields]=name&pagination[pageSize]=5&filters[author][name][$notNull]=true'
    const page = await site.open(path)
    const { data } = await asked(path)
    const name = data.at(-1)?.author.name ?? ''
    await page.getByLabel('Search in the response').fill(name)
    await page.locator('.json-row.is-hit').first().waitFor()
    expect(await page.locator('.json-row.is-hit').last().innerText()).toContain(name)
    expect(await page.locator('.find [role=status]').innerText()).toMatch(/^\d+ found$/)
    await page.getByLabel('Search in the response').fill('no such thing')
    await page.getByText('Not in this response').waitFor()
    await page.context().close()
  })

  it('is copied in parts', async () => {
    const page = await site.open('/api/articles?fields=title&pagination[pageSize]=1', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const row = page.getByRole('treeitem').nth(1)
    await row.hover()
    await row.getByRole('button', { name: 'Copy' }).click()
    const copied = async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as unknown
    const { data } = await asked('/api/articles?fields=title&pagination[pageSize]=1')
    await row.getByText('Copied').waitFor()
    expect(await copied()).toEqual(data[0])
    await page.getByRole('treeitem').first().focus()
    await page.keyboard.press('c')
    await page.getByRole('treeitem').first().getByText('Copied').waitFor()
    expect(await copied()).toEqual(data)
    await page.context().close()
  })

  it('is marked where it was the first, and not after', async () => {
    const page = await site.open('/api/articles?fields=title')
    await page.getByText('first request').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('first request').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('comes with coloured SQL, costly steps, and advice', async () => {
    const page = await site.open('/api/articles?filters[summary][$contains]=a&sort=summary')
    await page.getByRole('tab', { name: 'SQL and plan' }).click()
    await page.locator('.costly').first().waitFor()
    expect(await page.locator('.costly').first().innerText()).toMatch(/← (?:reads|sorts|builds)/)
    expect(await page.locator('.sql-keyword').first().innerText()).toMatch(/^(?:select|with)$/i)
    await page.getByRole('button', { name: 'Advise' }).click()
    await page.getByText(/^(?:No index makes|From )/).waitFor()
    await page.context().close()
  })

  it('asked no other host for anything, and logged no errors', async () => {
    expect(site.requests.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([])
    expect(site.complaints).toEqual([])
    expect(await requestBox(await site.open()).inputValue()).toBe('/api/articles')
  })
})
