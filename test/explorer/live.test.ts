/** The switch that updates the response after each change. */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM } from '../support/chromium.ts'
import { fixture } from '../support/fixture.ts'
import { openSite, type Site, shownAnswer } from './browser.ts'

const NAME = CHROMIUM === undefined ? 'the live switch (skipped: no Chromium is installed)' : 'the live switch'

describe.skipIf(CHROMIUM === undefined)(NAME, () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-live-'))
  const database = join(folder, 'copy.sqlite')
  let site: Site

  beforeAll(async () => {
    copyFileSync(fixture('magazine.sqlite'), database)
    site = await openSite(['watch', 'aggregates'], database)
  })

  afterAll(async () => {
    await site.close()
    rmSync(folder, { recursive: true })
  })

  function write(sql: string): void {
    const connection = new BetterSqlite3(database)
    connection.exec(sql)
    connection.close()
  }

  it('shows writes of another process while it is on, and not while it is off', async () => {
    const page = await site.open('/api/tags?fields=label')
    const live = page.getByRole('button', { name: 'Live', exact: true })
    const shown = () => shownAnswer(page).then((body) => JSON.stringify(body))
    expect(await live.getAttribute('aria-pressed')).toBe('false')
    await live.click()
    await expect.poll(() => site.requests.filter((url) => url.includes('/actions/watch')).length).toBe(1)
    await page.waitForTimeout(1_000)
    write(`update tags set label = 'written while live'`)
    await expect.poll(shown, { timeout: 10_000 }).toContain('written while live')
    await live.click()
    expect(await live.getAttribute('aria-pressed')).toBe('false')
    write(`update tags set label = 'written later'`)
    await page.waitForTimeout(2_500)
    expect(await shown()).not.toContain('written later')
    expect(site.complaints).toEqual([])
    await page.context().close()
  })

  it('does not exist for groups', async () => {
    const page = await site.open('/api/articles/actions/aggregate?by=format')
    expect(await page.getByRole('button', { name: 'Live', exact: true }).count()).toBe(0)
    await page.context().close()
  })
})
