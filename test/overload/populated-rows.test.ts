/** Nested lists multiply: the running statement limits their rows. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { DATABASES } from '../support/databases.ts'
import { AS_FULL_ACCESS } from '../support/magazine.ts'
import { makeSite, type Site } from './site.ts'

const MOST = 300

const nested = (levels: number) => `populate${'[author][populate][articles][populate]'.repeat(levels)}=author`

describe.each(DATABASES)('populated rows on %s', (kind) => {
  let site: Site
  let lectern: Lectern
  beforeAll(async () => {
    site = await makeSite(kind, { limits: { populatedRows: MOST }, cache: false })
    lectern = await openProject({ project: site.folder, database: site.database, env: {} })
  })
  afterAll(async () => {
    await lectern?.close()
    await site?.remove()
  })

  const ask = async (path: string) => {
    const response = await lectern.fetch(path, { headers: { ...AS_FULL_ACCESS } })
    return { status: response.status, body: (await response.json()) as Body }
  }

  it('are refused beyond the limit, with the name of the list that multiplies', async () => {
    const { status, body } = await ask(`/api/articles?pagination[pageSize]=1&${nested(7)}`)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining(`more than ${MOST} rows`),
      details: {
        limit: 'populatedRows',
        maximum: MOST,
        param: 'populate',
        path: Array(7).fill('author.articles').join('.'),
        hint: expect.stringContaining('pagination[pageSize]'),
      },
    })
  })

  it('are counted for each statement, all lists together', async () => {
    const path = `/api/articles?pagination[pageSize]=5&${nested(2)}`
    const rows = rowsInLists(
      (await ask('/api/articles?pagination[pageSize]=5&populate[author][populate]=articles')).body,
    )
    expect(rows).toBeGreaterThan(0)
    for (let time = 0; time < MOST / rows + 2; time++) {
      expect((await ask('/api/articles?pagination[pageSize]=5&populate[author][populate]=articles')).status).toBe(200)
    }
    expect((await ask(path.replace('=5', '=100'))).status).toBe(400)
  })
})

interface Body {
  readonly error?: unknown
  readonly data: unknown
}

/** The number of objects in lists below the entries. */
function rowsInLists(body: Body): number {
  const count = (value: unknown): number => {
    if (Array.isArray(value)) return value.length + value.reduce((sum: number, item) => sum + count(item), 0)
    if (typeof value !== 'object' || value === null) return 0
    return Object.values(value).reduce((sum: number, item) => sum + count(item), 0)
  }
  return count(body.data) - (body.data as readonly unknown[]).length
}
