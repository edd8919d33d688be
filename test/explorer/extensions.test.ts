/** The controls of extensions in a real browser: they are set, the request is sent, and its response is checked. */

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { CHROMIUM } from '../support/chromium.ts'
import { openSite, requestBox, type Site, settled, shownAnswer } from './browser.ts'

const NAME =
  CHROMIUM === undefined ? 'controls of extensions (skipped: no Chromium is installed)' : 'controls of extensions'

interface Body {
  readonly data: readonly Record<string, unknown>[]
  readonly meta: { readonly pagination: Record<string, unknown>; readonly facets?: unknown }
}

describe.skipIf(CHROMIUM === undefined)(NAME, () => {
  let site: Site

  beforeAll(async () => {
    site = await openSite(EXTENSION_NAMES)
  })

  afterAll(() => site.close())

  /** Waits for the request, and compares the page with the server's response. */
  async function answered(page: Page, asked: string): Promise<Body> {
    await settled(page, asked)
    const shown = await shownAnswer(page)
    expect(shown).toEqual(await (await site.lectern.fetch(asked)).json())
    return shown as Body
  }

  const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

  it('filter by every, at least one, how many, and all of these', async () => {
    const page = await site.open()
    const filters = region(page, 'Filters')
    await filters.getByRole('button', { name: 'Add condition', exact: true }).click()
    await filters.getByLabel('Field').selectOption('reviews')
    await filters.getByLabel('Of which reviews').selectOption('$every')
    const reviews = filters.getByRole('group', { name: /^reviews/ })
    await reviews.getByLabel('Field').selectOption('stars')
    await reviews.getByLabel('Operator of stars').selectOption('$gte')
    await reviews.getByLabel('stars: value').fill('2')
    await reviews.getByLabel('and there is at least one').check()
    const every = '/api/articles?filters[reviews][$every][stars][$gte]=2&filters[reviews][$count][$gte]=1'
    expect((await answered(page, every)).data.length).toBeGreaterThan(0)
    await reviews.getByLabel('Of which reviews').selectOption('$count')
    await reviews.getByLabel('number: value').fill('2')
    const count = '/api/articles?filters[reviews][$count][$of][stars][$gte]=2&filters[reviews][$count][$gte]=2'
    expect((await answered(page, count)).data.length).toBeGreaterThan(0)
    await reviews.getByLabel('Of which reviews').selectOption('$all')
    await reviews.getByLabel('Values in reviews').selectOption('stars')
    await reviews.getByLabel('stars: value 1').fill('5')
    await reviews.getByRole('button', { name: 'Value', exact: true }).click()
    await reviews.getByLabel('stars: value 2').fill('4')
    await answered(page, '/api/articles?filters[reviews][$all][stars][0]=5&filters[reviews][$all][stars][1]=4')
    await page.context().close()
  })

  it('search by words, and report if search is not set up', async () => {
    const page = await site.open()
    await page.getByLabel('Search in every text').fill('canyon')
    await page.getByLabel('By words').check()
    await page.getByLabel('Last word may be a beginning').check()
    await page.getByLabel('With highlights').check()
    await expect
      .poll(() => requestBox(page).inputValue())
      .toBe('/api/articles?_q[text]=canyon&_q[prefix]=true&_q[show][0]=highlights')
    await page.getByText('This content type is not set up for search').first().waitFor()
    await page.getByLabel('By words').uncheck()
    expect((await answered(page, '/api/articles?_q=canyon')).data.length).toBeGreaterThan(0)
    await page.context().close()
  })

  it('filter by a zone, inside JSON, and by a date relative to now', async () => {
    const page = await site.open('/api/articles?fields[0]=title')
    const filters = region(page, 'Filters')
    const add = filters.getByRole('button', { name: 'Add condition', exact: true })
    await add.click()
    await filters.getByLabel('Field').selectOption('sections')
    await filters.getByLabel('Component').selectOption('blocks.quote')
    await filters.getByRole('button', { name: 'Add condition on blocks.quote' }).click()
    await filters.getByLabel('Field').nth(1).selectOption('text')
    await filters.getByLabel('Operator of text').selectOption('$notNull')
    const zone = 'filters[sections][on][blocks.quote][text][$notNull]=true'
    expect((await answered(page, `/api/articles?fields[0]=title&${zone}`)).data.length).toBeGreaterThan(0)
    await filters.getByRole('button', { name: 'Remove group sections' }).click()

    await add.click()
    await filters.getByLabel('Field').selectOption('metadata')
    await filters.getByLabel('Operator of metadata').selectOption('$path')
    await filters.getByLabel('Path in the document').fill('readingMinutes')
    await filters.getByLabel('Operator of value').selectOption('$notNull')
    await answered(page, '/api/articles?fields[0]=title&filters[metadata][$path][readingMinutes][$notNull]=true')
    await filters.getByRole('button', { name: 'Remove group metadata' }).click()

    await add.click()
    await filters.getByLabel('Field').selectOption('publishDay')
    await filters.getByLabel('Operator of publishDay').selectOption('$gte')
    await filters.getByRole('button', { name: 'publishDay: value: relative to now' }).click()
    await filters.getByLabel('publishDay: value: amount').fill('50')
    await filters.getByLabel('publishDay: value: unit').selectOption('-y')
    const recent = await answered(page, '/api/articles?fields[0]=title&filters[publishDay][$gte]=$today(-50y)')
    expect(recent.data.length).toBeGreaterThan(0)
    await page.context().close()
  })

  it('exclude fields and relations, and populate to a depth and in pages', async () => {
    const page = await site.open('/api/authors')
    const fields = region(page, 'Fields')
    await fields.getByText('Leave out').click()
    await fields.getByRole('button', { name: 'bio' }).click()
    const populate = region(page, 'Populate')
    await populate.getByText('Everything', { exact: true }).click()
    await populate.getByRole('group', { name: 'Leave out' }).getByRole('button', { name: 'articles' }).click()
    const without = await answered(page, '/api/authors?fields[0]=-bio&populate[0]=*&populate[1]=-articles')
    expect(Object.keys(without.data[0] ?? {})).not.toEqual(expect.arrayContaining(['bio', 'articles']))
    expect(Object.keys(without.data[0] ?? {})).toEqual(expect.arrayContaining(['name', 'mentor']))

    await populate.getByText('To a depth').click()
    await populate.getByLabel('Entries a list').fill('1')
    await populate
      .getByRole('group', { name: 'Leave out' })
      .getByRole('button', { name: 'mentor', exact: true })
      .click()
    const deep = 'populate[**][levels]=1&populate[**][pagination][limit]=1&populate[mentor]=false'
    await answered(page, `/api/authors?fields[0]=-bio&${deep}`)

    await populate.getByText('Choose', { exact: true }).click()
    await populate.getByRole('checkbox', { name: 'articles' }).check()
    await populate.getByRole('button', { name: 'Options of articles' }).click()
    await populate.getByRole('group', { name: 'Pages of articles' }).getByText('By offset').click()
    await populate.getByLabel('Limit').fill('2')
    await populate.getByLabel('With the total').check()
    const pages = 'populate[articles][pagination][limit]=2&populate[articles][pagination][withCount]=true'
    const paged = await answered(page, `/api/authors?fields[0]=-bio&${pages}`)
    expect(paged.data[0]?.articles).toMatchObject({ meta: { pagination: { start: 0, limit: 2 } } })
    await page.context().close()
  })

  it('sort by case, empty values, number of entries and randomly, in the first locale that exists', async () => {
    const page = await site.open('/api/articles?fields[0]=title')
    const sort = region(page, 'Sort')
    await sort.getByRole('button', { name: 'Sort key' }).click()
    await sort.getByRole('button', { name: 'Ignore case' }).click()
    await sort.getByLabel('Empty values of sort key 1').selectOption('last')
    await sort.getByRole('button', { name: 'Sort key', exact: true }).click()
    await sort.getByLabel('Sort key 2', { exact: true }).selectOption('reviews')
    await sort.getByLabel('Sort key 2, in reviews').selectOption('$count')
    await answered(page, '/api/articles?fields[0]=title&sort[0]=title:asc.ci.nullslast&sort[1]=reviews.$count')
    await sort.getByRole('button', { name: 'Random order' }).click()
    await sort.getByLabel('Seed').fill('monday')
    await sort.getByRole('button', { name: 'Remove sort key title' }).click()
    await sort.getByRole('button', { name: 'Remove sort key reviews.$count' }).click()
    const locale = page.getByRole('group', { name: 'Locale', exact: true })
    const other = locale.getByLabel('Another locale')
    await other.fill('fr-FR')
    await other.press('Enter')
    await locale.getByLabel('The first that exists').check()
    await other.fill('en')
    await other.press('Enter')
    await locale.getByRole('button', { name: '2. en' }).waitFor()
    const found = await answered(
      page,
      '/api/articles?fields[0]=title&sort[0]=$random:monday&locale[$first][0]=fr-FR&locale[$first][1]=en',
    )
    expect(found.data.length).toBeGreaterThan(0)
    await page.context().close()
  })

  it('paginate by cursor, with a capped total', async () => {
    const page = await site.open('/api/articles?fields[0]=title&sort[0]=title')
    const pagination = region(page, 'Pagination')
    await pagination.getByText('By cursor').click()
    await pagination.getByLabel('Limit', { exact: true }).fill('5')
    await pagination.getByText('Up to a limit').click()
    const first = '/api/articles?fields[0]=title&sort[0]=title&pagination[start][after]=&pagination[limit]=5'
    const { data, meta } = await answered(page, `${first}&pagination[withCount]=capped`)
    expect(meta.pagination).toMatchObject({ previous: null, totalIs: 'exact' })
    await page.getByRole('button', { name: 'Next' }).click()
    const after = `[after]=${String(meta.pagination.next)}`
    const second = await answered(page, `${first.replace('[after]=', after)}&pagination[withCount]=capped`)
    expect(second.data).not.toEqual(data)
    await page.getByRole('button', { name: 'Previous' }).click()
    const before = `[before]=${String(second.meta.pagination.previous)}`
    const back = await answered(page, `${first.replace('[after]=', before)}&pagination[withCount]=capped`)
    expect(back.data).toEqual(data)
    await page.context().close()
  })

  it('count by value, and filter by a value', async () => {
    const page = await site.open('/api/articles?fields[0]=title')
    await region(page, 'Facets').getByRole('button', { name: 'Count by' }).click()
    const counted = '/api/articles?fields[0]=title&pagination[withCount][by][0]=format'
    const { meta } = await answered(page, counted)
    expect(meta.facets).toHaveProperty('format')
    await page.getByRole('tab', { name: 'Facets' }).click()
    await page.getByRole('button', { name: /^news: \d+/ }).click()
    const filtered = '/api/articles?fields[0]=title&filters[format][$eq]=news&pagination[withCount][by][0]=format'
    await settled(page, filtered)
    expect(await page.getByRole('region', { name: 'Values of format' }).getByRole('button').count()).toBe(1)
    await page.context().close()
  })

  it('group entries, in a table with bars that link to the entries', async () => {
    const page = await site.open()
    await page.getByRole('group', { name: 'Entries or groups' }).getByText('Groups').click()
    await region(page, 'Computed').getByRole('button', { name: 'Compute', exact: true }).click()
    await region(page, 'Computed').getByLabel('Field of computed value 1').selectOption('views')
    await region(page, 'Groups where').getByRole('button', { name: 'Add condition on groups' }).click()
    await region(page, 'Groups where').getByLabel('count: value').fill('2')
    await region(page, 'Sort').getByRole('button', { name: 'Sort key' }).click()
    const asked = '/api/articles/actions/aggregate?by[0]=format&sum[0]=views&having[count][$gte]=2&sort[0]=count:desc'
    await settled(page, asked)
    const { data } = (await (await site.lectern.fetch(asked)).json()) as Body
    const rows = page.getByRole('region', { name: 'Groups as a table' }).locator('tbody tr')
    expect(await rows.count()).toBe(data.length)
    expect(await rows.first().locator('.bar').first().getAttribute('style')).toBe('--share: 100.0%;')
    const groups = data.map(({ by, count }) => ({ ...(by as { readonly format: string | null }), count }))
    const { format, count } = groups.find((group) => group.format !== null) ?? {}
    if (typeof format !== 'string') throw new Error('every article is without a format')
    await page.getByRole('link', { name: format, exact: true }).click()
    await settled(page, `/api/articles?filters[format][$eq]=${format}`)
    const total = page.locator('.fact', { hasText: 'Found' })
    expect(await total.innerText()).toBe(`Found ${String(count)}`)
    await page.context().close()
  })

  it('describe themselves, and warn when a request is copied', async () => {
    const page = await site.open('/api/articles?filters[reviews][$none][stars]=1&pagination[start][after]=')
    await page.getByLabel('About the extension quantifiers').click()
    await page.getByText('docs/beyond-strapi.md#some-every-none-and-how-many').waitFor()
    await page.getByRole('button', { name: 'Copy as' }).click()
    const note = page.locator('.copy-note')
    expect(await note.innerText()).toBe('Extensions of Lectern: quantifiers, cursors. Strapi refuses this request.')
    await page.getByRole('tab', { name: 'curl' }).click()
    expect(await page.locator('[data-copy]').innerText()).toMatch(/^# Extensions of Lectern: quantifiers, cursors/)
    await page.context().close()
  })

  it('show errors at the control', async () => {
    const page = await site.open()
    for (const [asked, address] of [
      ['fields=-titel', 'fields/-titel'],
      ['populate=*,-autor', 'populate/-autor'],
      ['populate[reviews][pagination][limit]=1000', 'populate/reviews/pagination/size'],
      ['populate[**]=0', 'populate/**'],
      ['filters[author][$every][name]=a', 'filters/0/0'],
      ['filters[reviews][$count][$gte]=x', 'filters/0/0/0'],
      ['filters[sections][on][blocks.quote][nope]=1', 'filters/0/0/0/0'],
      ['filters[metadata][$path][a b]=1', 'filters/0/0'],
      ['filters[publishDay][$gt]=$now(7)', 'filters/0'],
      ['pagination[start][after]=abc', 'pagination/from'],
      ['pagination[withCount][by]=nope', 'facets/0'],
      ['sort=views:asc.ci', 'sort/0'],
    ] as const) {
      await requestBox(page).fill(`/api/articles?${asked}`)
      await requestBox(page).press('Enter')
      await page.locator(`[data-problem="${address}"]`).waitFor()
      expect(await page.locator('.middle [data-problem]').count(), asked).toBe(1)
    }
    await page.context().close()
  })

  it.each(['light', 'dark'] as const)('fit on a phone, and have accessible names, in %s', async (colorScheme) => {
    const everything =
      '/api/articles?filters[reviews][$count][$of][stars]=5&filters[reviews][$count][$gte]=1&filters[sections][on][blocks.quote][text]=a' +
      '&filters[metadata][$path][a.b][$has]=1&filters[publishDay][$between][0]=$today(-7d)&filters[publishDay][$between][1]=$now' +
      '&fields=-body&populate[**]=1&populate[reviews][pagination][limit]=2&sort=$random:x,title:asc.ci&locale[$first]=fr-FR,en' +
      '&pagination[start][after]=&pagination[withCount][by]=publishDay:month'
    for (const asked of [
      everything,
      '/api/articles/actions/aggregate?by=format,publishDay:month&sum=views&having[count]=1',
    ]) {
      const page = await site.open(asked, { viewport: { width: 390, height: 844 }, colorScheme })
      const { width, wide, nameless } = await page.evaluate(() => {
        const controls = [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, summary')]
        const nameOf = (control: HTMLElement) =>
          control.getAttribute('aria-label') ?? control.closest('label')?.textContent ?? control.textContent ?? ''
        return {
          width: document.documentElement.clientWidth,
          wide: document.documentElement.scrollWidth,
          nameless: controls.filter((control) => nameOf(control).trim() === '').map((control) => control.outerHTML),
        }
      })
      expect(wide).toBe(width)
      expect(nameless).toEqual([])
      expect(await page.locator('.as-written').count()).toBe(0)
      await page.context().close()
    }
  })

  it('logged no errors', () => {
    expect(site.complaints).toEqual([])
  })
})

describe.skipIf(CHROMIUM === undefined)('without extensions', () => {
  it('has no controls for them', async () => {
    const site = await openSite()
    const page = await site.open(
      '/api/articles?filters[reviews][stars]=5&filters[publishDay]=2025-01-01&sort=title&populate=*',
    )
    expect(await page.locator('.beyond').count()).toBe(0)
    for (const text of [
      'To a depth',
      'By cursor',
      'Up to a limit',
      'Leave out',
      'Random order',
      'Groups',
      'Count by',
    ]) {
      expect(await page.getByText(text, { exact: true }).count(), text).toBe(0)
    }
    for (const label of ['Of which reviews', 'Empty values of sort key 1', 'publishDay: value: relative to now']) {
      expect(await page.getByLabel(label).count(), label).toBe(0)
    }
    // Controls for the options of a request are shown nevertheless.
    await requestBox(page).fill('/api/articles?populate=**')
    await requestBox(page).press('Enter')
    await page.getByLabel('Relations deep').waitFor()
    await site.close()
  })
})
