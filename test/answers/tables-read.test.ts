/** A cached response is valid until its tables change, so every table of its statement must be among them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_RIGHTS } from '../../src/access/caller.ts'
import { compileAny, prepareGroups } from '../../src/answer/answer-aggregate.ts'
import { prepareRead } from '../../src/answer/answer-read.ts'
import type { App } from '../../src/answer/app.ts'
import { backendOf } from '../../src/dialects/backends.ts'
import { ApiError } from '../../src/errors/api-error.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { FLAT } from '../../src/plan/response-format.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { readEntryUrl } from '../../src/request/read-call.ts'
import { tableOfRows } from '../../src/tables/published-rows.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { fixture } from '../support/fixture.ts'
import { recordedRequests } from '../support/recorded-requests.ts'

let app: App
let close: () => Promise<void>
beforeAll(async () => {
  const project = await loadProject(
    fixture('magazine'),
    { database: fixture('magazine.sqlite'), extensions: EXTENSION_NAMES },
    {},
  )
  const { database, dialect } = await backendOf(project.settings.database).open(project.settings.database)
  app = (await buildApp(project, database, dialect)).app
  close = () => database.close()
})
afterAll(() => close())

/** Null for refused requests. */
function prepare(url: string) {
  try {
    const found = readEntryUrl(url, app.routes)
    if (found === null) return null
    const { route, query } = found
    const question = { route, text: query, caller: ALL_RIGHTS, format: FLAT, defaultLocale: 'en' }
    const compiled = compileAny(question, app)
    return compiled.of === 'groups' ? prepareGroups(compiled, app) : prepareRead(compiled, app)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The names after `from` and `join`. */
const namedIn = (text: string) => new Set([...text.matchAll(/\b(?:from|join) \(?"([^"]+)"/g)].map(([, table]) => table))

const whole = (tables: readonly string[]) => new Set(tables.map(tableOfRows))

const urls = recordedRequests().map(({ path }) => path)

describe('the tables that a response depends on', () => {
  it('are those of its statement, and for a total those of the count, for every recorded request', () => {
    const prepared = urls.map(prepare).filter((read) => read !== null)
    for (const { statement, tables } of prepared) expect(whole(tables)).toEqual(namedIn(statement.text))
    expect(prepared.length).toBeGreaterThan(700)
    const totals = prepared.flatMap(({ total }) => total?.() ?? [])
    for (const { key, tables } of totals) expect(whole(tables)).toEqual(namedIn(String(JSON.parse(key)[0])))
    expect(totals.length).toBeGreaterThan(500)
  })
  it('are those of the statement, for groups of entries', () => {
    const asked = [
      'by=categories.slug&sum=author.followers&filters[tags][name]=x',
      'by=seo.metaTitle,categories.parent.slug&countDistinct=author.mentor.id',
      'publicationFilter=modified&status=draft',
    ]
    for (const query of asked) {
      const read = prepare(`/api/articles/actions/aggregate?${query}`)
      expect(whole(read?.tables ?? []), query).toEqual(namedIn(read?.statement.text ?? ''))
    }
  })
})
