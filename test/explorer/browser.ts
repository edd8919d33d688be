/** A real browser, at the explorer of a served project. */

import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { type Lectern, openProject } from '../../src/index.ts'
import type { Extension } from '../../src/vocabulary/extensions.ts'
import { launchChromium } from '../support/chromium.ts'
import { fixture } from '../support/fixture.ts'

export interface Site {
  readonly lectern: Lectern
  /** Of the server. */
  readonly origin: string
  /** Every URL that pages asked for so far. */
  readonly requests: readonly string[]
  /** Everything that pages complained about, but for answers that are errors on purpose. */
  readonly complaints: readonly string[]
  /** Opens the explorer in a fresh tab, at a request when there is one. */
  open(request?: string, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/** `database`: of the same project, where the fixture's own will not do. */
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

/** Waits until the request in its box is this one, and its answer is there. */
export async function settled(page: Page, request: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector('textarea')?.value === wanted, request)
  await page.waitForFunction((wanted) => {
    const answer = document.querySelector<HTMLElement>('.answer')
    return answer?.dataset.url === wanted && answer.getAttribute('aria-busy') === 'false'
  }, request)
}

/** The answer as the page shows it, in full. */
export async function shownAnswer(page: Page): Promise<unknown> {
  await page.getByRole('tab', { name: 'Raw' }).click()
  const text = await page.locator('.answer pre').innerText()
  await page.getByRole('tab', { name: 'Response' }).click()
  return JSON.parse(text) as unknown
}
