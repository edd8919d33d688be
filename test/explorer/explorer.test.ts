/** The explorer in a real browser, with the recorded project. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM } from '../support/chromium.ts'
import { TOKENS } from '../support/magazine.ts'
import { openSite, requestBox, type Site, settled, shownAnswer } from './browser.ts'

/** For reactions of a page to a key: a busy machine is slow. */
const PATIENTLY = { timeout: 10_000 }

const NAME = CHROMIUM === undefined ? 'the explorer (skipped: no Chromium is installed)' : 'the explorer'

describe.skipIf(CHROMIUM === undefined)(NAME, () => {
  let site: Site

  beforeAll(async () => {
    site = await openSite()
  })

  afterAll(() => site.close())

  it('shows the content types that the public may find, and a response', async () => {
    const page = await site.open()
    const types = await page.getByRole('navigation', { name: 'Content types' }).getByRole('button').allInnerTexts()
    expect(types).toContain('Articles')
    expect(types).not.toContain('Memos')
    await page.locator('.status', { hasText: '200 OK' }).waitFor()
    expect(await requestBox(page).inputValue()).toBe('/api/articles')
    await page.context().close()
  })

  it('builds a query by clicking: three filters, a nested populate and a dynamic zone', async () => {
    const page = await site.open()
    const filters = page.getByRole('region', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Add condition', exact: true }).click()
    await filters.getByLabel('Field').selectOption('title')
    await filters.getByLabel('Operator of title').selectOption('$containsi')
    await filters.getByLabel('title: value').fill('a')
    await filters.getByRole('button', { name: 'Add condition', exact: true }).click()
    await filters.getByLabel('Field').nth(1).selectOption('views')
    await filters.getByLabel('Operator of views').selectOption('$gte')
    await filters.getByLabel('views: value').fill('10')
    await filters.getByRole('button', { name: 'Add condition', exact: true }).click()
    await filters.getByLabel('Field').nth(2).selectOption('author')
    await filters.getByLabel('Field').nth(2).selectOption('name')
    await filters.getByLabel('Operator of name').selectOption('$notNull')

    const populate = page.getByRole('region', { name: 'Populate' })
    await populate.getByText('Choose', { exact: true }).click()
    await populate.getByRole('checkbox', { name: 'author', exact: true }).check()
    await populate.getByRole('button', { name: 'Options of author' }).click()
    await populate
      .getByRole('group', { name: 'Fields' })
      .first()
      .getByRole('button', { name: 'name', exact: true })
      .click()
    await populate.getByRole('group', { name: 'What author leads on to' }).getByText('Choose').click()
    await populate.getByRole('checkbox', { name: 'avatar' }).check()
    await populate.getByRole('checkbox', { name: 'sections' }).check()
    await populate.getByRole('button', { name: 'Options of sections' }).click()
    await populate.getByRole('checkbox', { name: 'blocks.quote' }).check()
    await populate.getByRole('button', { name: 'Options of blocks.quote' }).click()
    await populate.getByRole('group', { name: 'What blocks.quote leads on to' }).getByText('Everything').click()

    const asked =
      '/api/articles?filters[title][$containsi]=a&filters[views][$gte]=10&filters[author][name][$notNull]=true' +
      '&populate[author][fields][0]=name&populate[author][populate][0]=avatar' +
      '&populate[sections][on][blocks.quote][populate]=*'
    await settled(page, asked)
    const answer = await shownAnswer(page)
    expect(answer).toEqual(await (await site.lectern.fetch(asked)).json())
    expect((answer as { data: unknown[] }).data.length).toBeGreaterThan(0)
    await page.context().close()
  })

  it('builds groups: any of, not', async () => {
    const page = await site.open()
    const filters = page.getByRole('region', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Add any-of group' }).click()
    const any = filters.getByRole('group', { name: 'Any of' })
    await any.getByLabel('title: value').nth(0).fill('x')
    await any.getByLabel('title: value').nth(1).fill('y')
    await any.getByRole('button', { name: 'Add condition to alternative 2' }).click()
    await any.getByLabel('Field').nth(2).selectOption('featured')
    await any.getByLabel('featured: value').selectOption('true')
    await filters.getByRole('button', { name: 'Add not group', exact: true }).click()
    await filters.getByRole('group', { name: 'Not' }).getByLabel('title: value').fill('z')
    await settled(
      page,
      '/api/articles?filters[$or][0][title][$eq]=x&filters[$or][1][title][$eq]=y&filters[$or][1][featured][$eq]=true&filters[$not][title][$eq]=z',
    )
    expect(await page.locator('.nothing').innerText()).toMatch(/No entry fits/)
    await page.context().close()
  })

  it('sets sort, pages, locale and status', async () => {
    const page = await site.open()
    await page.getByRole('button', { name: 'Sort key' }).click()
    await page.getByLabel('Sort key 1', { exact: true }).selectOption('author')
    await page.getByLabel('Sort key 1, in author').selectOption('name')
    await page.getByText('Descending').click()
    await page.getByText('By offset').click()
    await page.getByLabel('Limit').fill('3')
    await page.getByRole('group', { name: 'Count the total' }).getByText('No').click()
    await page.getByRole('group', { name: 'Status' }).getByText('Draft').click()
    await page.getByRole('group', { name: 'Locale', exact: true }).getByText('Every').click()
    const asked =
      '/api/articles?sort[0]=author.name:desc&pagination[start]=0&pagination[limit]=3&pagination[withCount]=false&locale=*&status=draft'
    await settled(page, asked)
    expect(await shownAnswer(page)).toEqual(await (await site.lectern.fetch(asked)).json())
    await page.context().close()
  })

  it('shows an error at the control that caused it, and removes it when it is corrected', async () => {
    const page = await site.open('/api/articles?filters[title][$contains]=a&filters[views][$gt]=many')
    const problem = page.locator('[data-control="filters/1"] [data-problem]')
    expect(await problem.innerText()).toMatch(/"many" at views/)
    const value = page.getByLabel('views: value')
    expect(await value.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('[data-control="filters/0"] [aria-invalid]').count()).toBe(0)
    await page.getByRole('button', { name: 'Go to it' }).click()
    await page.locator('[data-control="filters/1"] :focus').waitFor()
    await value.fill('1')
    await problem.waitFor({ state: 'detached' })
    await page.locator('.status', { hasText: '200 OK' }).waitFor()
    await page.context().close()
  })

  it.each([
    ['/api/articles?fields=titel', 'fields/titel', 'Did you mean title?'],
    ['/api/articles?sort=author.nam', 'sort/0', 'Did you mean name?'],
    ['/api/articles?filters[autor][name]=x', 'filters/0', 'Did you mean author?'],
    ['/api/articles?filters[title][$contain]=x', 'filters/0/0', 'Did you mean $contains?'],
    ['/api/articles?populate[author][fields]=nam', 'populate/author/fields/nam', 'Did you mean name?'],
    ['/api/articles?populate[author][populate][avatr]=true', 'populate/author/populate/avatr', 'Did you mean avatar?'],
  ])('suggests a correction: %s', async (request, address, hint) => {
    const page = await site.open(request)
    expect(await page.locator(`[data-problem="${address}"]`).innerText()).toContain(hint)
    await page.context().close()
  })

  it('reads a pasted request', async () => {
    const page = await site.open()
    const pasted =
      '/api/articles?sort=title:desc,views&fields=title,views&populate=author,seo.social&filters[$or][0][views][$gt]=5&filters[$or][1][title][$contains]=b&odd[thing]=1&pagination[pageSize]=2'
    await paste(page, `https://elsewhere.example${pasted}`)
    await settled(page, pasted)
    expect(await page.getByLabel('Sort key 1', { exact: true }).inputValue()).toBe('title')
    expect(await page.getByLabel('Sort key 2', { exact: true }).inputValue()).toBe('views')
    const pressed = page.getByRole('region', { name: 'Fields' }).locator('[aria-pressed=true]')
    expect(await pressed.allInnerTexts()).toEqual(['title', 'views'])
    expect(await page.getByRole('checkbox', { name: 'author', exact: true }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'social' }).isChecked()).toBe(true)
    expect(await page.getByLabel('views: value').inputValue()).toBe('5')
    expect(await page.getByRole('region', { name: 'Kept as written' }).locator('code').innerText()).toBe('odd[thing]=1')

    // And the other way: a change in the builder keeps what it does not know.
    await page.getByLabel('Page size').fill('3')
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('pageSize]=3'))
    expect(await requestBox(page).inputValue()).toContain('odd[thing]=1')
    await page.context().close()
  })

  it('shows one entry by its documentId, and an error at the box if there is none', async () => {
    const page = await site.open()
    const { data } = (await (await site.lectern.fetch('/api/articles')).json()) as { data: { documentId: string }[] }
    const box = page.getByLabel('documentId of one entry')
    await box.fill(data[0]?.documentId ?? '')
    await settled(page, `/api/articles/${data[0]?.documentId}`)
    await page.locator('.status', { hasText: '200 OK' }).waitFor()
    await box.fill('nobody')
    await page.locator('[data-problem="documentId"]').waitFor()
    await page.context().close()
  })

  it('sends requests with a token, and forgets it on request', async () => {
    const page = await site.open()
    const memos = page.getByRole('navigation', { name: 'Content types' }).getByRole('button', { name: 'Memos' })
    expect(await memos.count()).toBe(0)
    await page.getByRole('button', { name: /Asking as/ }).click()
    await page.getByLabel(/API token/).fill(TOKENS['full-access'])
    await page.getByRole('button', { name: 'Use token' }).click()
    await memos.click()
    await settled(page, '/api/memos')
    await page.locator('.status', { hasText: '200 OK' }).waitFor()
    expect(await page.content()).not.toContain(TOKENS['full-access'])
    await page.getByRole('button', { name: /Asking as/ }).click()
    await page.getByRole('button', { name: 'Ask as the public role' }).click()
    await memos.waitFor({ state: 'detached' })
    await page.locator('.status', { hasText: '403 Forbidden' }).waitFor()
    await page.context().close()
  })

  it('reports an invalid token', async () => {
    const page = await site.open()
    await page.getByRole('button', { name: /Asking as/ }).click()
    await page.getByLabel(/API token/).fill('nonsense')
    await page.getByRole('button', { name: 'Use token' }).click()
    expect(await page.locator('[data-problem="token"]').innerText()).toMatch(/invalid credentials/)
    await page.context().close()
  })

  it('shows SQL, values and plan to a user on the same machine', async () => {
    const page = await site.open('/api/articles?filters[title][$contains]=kitchen')
    await page.getByRole('tab', { name: 'SQL and plan' }).click()
    const sql = page.locator('.sql')
    await sql.waitFor()
    expect(await sql.locator('pre').nth(1).innerText()).toMatch(
      /select \(\n +select count\(\*\) as total\n +from m\n\), \(\n +select /,
    )
    expect(await sql.locator('.bound').innerText()).toContain('"kitchen"')
    expect(await sql.locator('pre').nth(0).innerText()).toMatch(/SEARCH|SCAN/)
    await page.context().close()
  })

  it('copies the request in other formats', async () => {
    const page = await site.open('/api/articles?filters[views][$gt]=10&populate[0]=author&pagination[pageSize]=2')
    await page.getByRole('button', { name: 'Copy as' }).click()
    const code = page.locator('[data-copy]')
    const forms: Record<string, string> = {}
    for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
      await tab.click()
      forms[await tab.innerText()] = await code.innerText()
    }
    expect(Object.keys(forms)).toEqual(['URL', 'curl', 'fetch', '@strapi/client', 'lectern/client'])
    const query = "{\n  filters: { views: { $gt: 10 } },\n  populate: ['author'],\n  pagination: { pageSize: 2 },\n}"
    expect(forms['lectern/client']).toContain(`client.articles.find(${query})`)
    expect(forms['@strapi/client']).toContain(`client.collection('articles').find(${query})`)
    await page.keyboard.press('Escape')
    await code.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('works by keyboard alone', async () => {
    const page = await site.open()
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    // Tab reaches everything, in the order it is read.
    const order: unknown[] = []
    for (let step = 0; step < 10; step += 1) {
      await press('Tab')
      order.push(await focused())
    }
    expect(order.slice(0, 7)).toEqual([
      'Skip to the builder',
      'Docs',
      'Asking as Public role',
      'Colours: as the system',
      'Request URL',
      'Copy as',
      'Send',
    ])
    expect(order.slice(7)).toContain('Articles')
    // Arrow keys go along the types.
    await page.getByRole('button', { name: 'Articles', exact: true }).focus()
    await press('ArrowDown')
    expect(await focused()).toBe('Authors')
    await press('Enter')
    await settled(page, '/api/authors')
    // A condition: the button, then its select has the focus.
    await page.getByRole('button', { name: 'Add condition', exact: true }).focus()
    await press('Enter')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Field')
    await press('Tab', 'Tab')
    await page.keyboard.type('Cl')
    await page.waitForFunction(() => document.querySelector('textarea')?.value.endsWith('=Cl'))
    // The populate tree: choose, go down, check, open, close.
    await page.getByRole('radio', { name: 'Nothing' }).focus()
    await press('ArrowRight', 'ArrowRight', 'Tab', 'Space', 'ArrowRight')
    expect(await page.getByRole('button', { name: /^Options of/ }).getAttribute('aria-expanded')).toBe('true')
    await press('ArrowLeft')
    expect(await page.getByRole('button', { name: /^Options of/ }).getAttribute('aria-expanded')).toBe('false')
    // The focus is visible.
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)
    expect(outline).toBe('solid')
    await page.context().close()
  })

  it('gives every control a name', async () => {
    const page = await site.open(
      '/api/articles?filters[title][$in][0]=a&filters[views][$between][0]=1&filters[views][$between][1]=2' +
        '&filters[$or][0][author][name]=x&filters[$not][featured]=true&sort=author.name&odd=1&pagination[page]=1' +
        '&populate[author][fields]=name&populate[sections][on][blocks.quote][populate]=*&populate[reviews][sort]=stars',
    )
    await page.getByRole('button', { name: 'Copy as' }).click()
    const { count, nameless } = await page.evaluate(() => {
      const controls = [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, [role=treeitem]')]
      const nameOf = (control: HTMLElement) =>
        control.getAttribute('aria-label') ?? control.closest('label')?.textContent ?? control.textContent ?? ''
      const without = controls.filter((control) => nameOf(control).trim() === '')
      return { count: controls.length, nameless: without.map((control) => control.outerHTML) }
    })
    expect(count).toBeGreaterThan(80)
    expect(nameless).toEqual([])
    await page.context().close()
  })

  it('fits a window of 320 pixels, with nothing outside its landmarks', async () => {
    const page = await site.open('/api/articles?filters[author][name]=x', { viewport: { width: 320, height: 640 } })
    const { width, outside } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      outside: [...document.querySelectorAll('button')]
        .filter((button) => button.closest('header, main, form[aria-label]') === null)
        .map((button) => button.textContent),
    }))
    expect(width).toBe(320)
    expect(outside).toEqual([])
    await page.context().close()
  })

  it('folds the response with arrow keys', async () => {
    const page = await site.open('/api/articles?pagination[pageSize]=2&fields=title')
    const tree = page.getByRole('tree')
    const first = tree.getByRole('treeitem').first()
    await first.focus()
    await expect.poll(() => first.getAttribute('aria-expanded'), PATIENTLY).toBe('true')
    const before = await tree.getByRole('treeitem').count()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => first.getAttribute('aria-expanded'), PATIENTLY).toBe('false')
    await expect.poll(() => tree.getByRole('treeitem').count(), PATIENTLY).toBeLessThan(before)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => first.getAttribute('aria-expanded'), PATIENTLY).toBe('true')
    await page.keyboard.press('ArrowDown')
    const levelOfFocus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-level'))
    await expect.poll(levelOfFocus, PATIENTLY).toBe('2')
    await page.context().close()
  })

  it('shows texts of responses as plain text', async () => {
    const page = await site.open('/api/articles')
    await page.route('**/api/articles?_q=x', (route) =>
      route.fulfill({ json: { data: [{ id: 1, title: '<img src=x onerror="window.hurt=1"><b>bold</b>' }] } }),
    )
    await page.getByLabel('Search in every text').fill('x')
    await page.getByText('<b>bold</b>').first().waitFor()
    expect(await page.evaluate(() => (window as unknown as { hurt?: number }).hurt)).toBeUndefined()
    expect(await page.locator('.json img, .json b').count()).toBe(0)
    await page.context().close()
  })

  it('shows the stages of Server-Timing', async () => {
    const page = await site.open('/api/articles')
    await page.route('**/api/articles?_q=t', (route) =>
      route.fulfill({ json: { data: [] }, headers: { 'Server-Timing': 'parse;dur=0.5, db;desc="a, b";dur=2.25' } }),
    )
    await page.getByLabel('Search in every text').fill('t')
    await settled(page, '/api/articles?_q=t')
    expect(await page.locator('.timing li').allInnerTexts()).toEqual(['parse 0.50 ms', 'db 2.25 ms'])
    await page.context().close()
  })

  it.each(['light', 'dark'] as const)('is readable on a phone, in %s', async (colorScheme) => {
    const page = await site.open('/api/articles?filters[title][$contains]=a&populate[author][fields]=name', {
      viewport: { width: 390, height: 844 },
      colorScheme,
    })
    const { width, wide } = await page.evaluate(() => ({
      width: document.documentElement.clientWidth,
      wide: document.documentElement.scrollWidth,
    }))
    expect(wide).toBe(width)
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(back).toBe(colorScheme === 'dark' ? 'rgb(15, 19, 26)' : 'rgb(246, 247, 249)')
    await page.context().close()
  })

  it('changes its colours with a switch, and remembers that', async () => {
    const page = await site.open('', { colorScheme: 'light' })
    await page.getByRole('button', { name: 'Colours: as the system' }).click()
    await page.getByRole('button', { name: 'Colours: light' }).click()
    await page.getByRole('button', { name: 'Colours: dark' }).waitFor()
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await back()).toBe('rgb(15, 19, 26)')
    await page.reload()
    expect(await back()).toBe('rgb(15, 19, 26)')
    await page.context().close()
  })

  it('sent no request to another host, and logged no errors', () => {
    expect(site.requests.length).toBeGreaterThan(50)
    expect(site.requests.filter((url) => !url.startsWith(`${site.origin}/`))).toEqual([])
    expect(site.complaints).toEqual([])
  })
})

async function paste(page: Page, text: string): Promise<void> {
  const box = requestBox(page)
  await box.selectText()
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    const { activeElement } = document
    activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    // A made-up event pastes nothing by itself.
    document.execCommand('insertText', false, pasted)
  }, text)
}
