/** A real browser with the explorer of a served project. */

import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { type Lectern, openProject } from '../../src/index.ts'
import type { Extension } from '../../src/vocabulary/extensions.ts'
import { launchChromium } from '../support/chromium.ts'
import { fixture } from '../support/fixture.ts'

export interface Site {
  readonly lectern: Lectern
  /** The URL of the server. */
  readonly origin: string
  /** All URLs that pages have requested. */
  readonly requests: readonly string[]
  /** All errors of pages, except for responses that are errors on purpose. */
  readonly complaints: readonly string[]
  /** Opens the explorer in a new tab, optionally with a request. */
  open(request?: string, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/** `database`: another database of the same project, if the fixture's own does not fit. */
export async function openSite(
  extensions: readonly Extension[] = [],
  database = fixture('magazine.sqlite'),
): Promise<Site> {
  const lectern = await openProject({
    project: fixture('magazine'),
    database,
    env: {},
    extensions,
  })
  const origin = await lectern.listen({ host: '127.0.0.1', port: 0 })
  const browser = await launchChromium()
  const requests: string[] = []
  const complaints: string[] = []
  return {
    lectern,
    origin,
    requests,
    complaints,
    open: async (request = '', options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      page.on('request', (sent) => requests.push(sent.url()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          complaints.push(message.text())
        }
      })
      await page.goto(`${origin}/_explorer${request === '' ? '' : `#${request}`}`)
      // Attached, not visible: a phone shows the query first.
      await page.locator('.status').waitFor({ state: 'attached' })
      return page
    },
    close: async () => {
      await browser.close()
      await lectern.close()
    },
  }
}

export function requestBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Request URL' })
}

/** Waits until the box contains this request, and its response is shown. */
export async function settled(page: Page, request: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector('textarea')?.value === wanted, request)
  await page.waitForFunction((wanted) => {
    const answer = document.querySelector<HTMLElement>('.answer')
    return answer?.dataset.url === wanted && answer.getAttribute('aria-busy') === 'false'
  }, request)
}

/** The full response as the page shows it. */
export async function shownAnswer(page: Page): Promise<unknown> {
  await page.getByRole('tab', { name: 'Raw' }).click()
  const text = await page.locator('.answer pre').innerText()
  await page.getByRole('tab', { name: 'Response' }).click()
  return JSON.parse(text) as unknown
}
