/** Whatever is looked for in a type that is set up for search, the response is a list or a refusal that says why. */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadProject } from '../../src/project/load-project.ts'
import type { ContentType, Schema } from '../../src/schema/schema.ts'
import { openSearchSite, type SearchSite } from '../extensions/search-site.ts'
import { randomRuns } from '../support/random-runs.ts'
import { DATABASES } from '../writes/site.ts'
import { brokenQuery } from './broken.ts'
import { choices } from './choices.ts'
import { someSearch } from './grammar.ts'

const SEED = 20_261_116
const RUNS = randomRuns(200)
const TEXTS = ['An old lantern', 'a lantern by the river', 'The water mill', '"', '-a', 'NEAR(a b)*']

describe.each(DATABASES)('searches on %s', (kind) => {
  let site: SearchSite
  let schema: Schema
  let type: ContentType

  beforeAll(async () => {
    site = await openSearchSite(kind)
    schema = (await loadProject(site.folder, {}, {})).schema
    type = [...schema.contentTypes.values()].find(({ pluralName }) => pluralName === 'articles') as ContentType
    for (const title of TEXTS) await site.writes.create('/api/articles', { title, body: title, format: 'news' })
  })
  afterAll(() => site.close())

  it(`never fail (seed ${SEED})`, async () => {
    const counts = { 200: 0, 400: 0, found: 0 }
    const request = choices.map((pick) => {
      const query = someSearch({ schema, pick }, type)
      return `/api/articles${pick.oncePer(8) ? '/actions/aggregate' : ''}?${pick.oncePer(4) ? brokenQuery(pick, query) : query}`
    })
    const property = fc.asyncProperty(request, async (url) => {
      const response = await site.fetch(url)
      const text = await response.text()
      expect([200, 400, 414, 431], `${url}: ${text}`).toContain(response.status)
      const { data } = JSON.parse(text) as { readonly data: readonly unknown[] | null }
      if (response.status === 200) counts.found += data?.length ?? 0
      if (response.status === 200 || response.status === 400) counts[response.status] += 1
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS })
    console.log(`${RUNS} searches on ${kind}, seed ${SEED}:`, counts)
    expect(counts[200]).toBeGreaterThan(RUNS / 20)
    expect(counts[400]).toBeGreaterThan(RUNS / 20)
    expect(counts.found).toBeGreaterThan(0)
  })
})
