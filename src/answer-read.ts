/** The pipeline of a read: a query in, entries out, one line a stage. */

import type { Caller } from './access/caller.ts'
import type { App } from './app.ts'
import type { PreparedRead } from './kept.ts'
import { type Page, parsePagination } from './parse/parse-pagination.ts'
import { withinLimits } from './plan/measure-plan.ts'
import { planLocales } from './plan/plan-locales.ts'
import { planRead, type Window } from './plan/plan-read.ts'
import type { ResponseFormat } from './plan/response-format.ts'
import type { HttpResponse } from './request/http-request.ts'
import { parseQueryString } from './request/parse-query-string.ts'
import type { Route } from './request/routes.ts'
import { respondBare, respondEntry, respondList } from './respond/respond.ts'
import { compileRead } from './sql/compile-read.ts'
import { understand } from './understand.ts'

/** Paths that entries are read at. */
export type EntryRoute = Extract<Route, { kind: 'list' | 'entry' | 'single' }>

export interface Reading {
  readonly route: EntryRoute
  /** The query string. */
  readonly text: string
  readonly caller: Caller
  readonly format: ResponseFormat
  /** Method aside, all that was asked, for what is kept. */
  readonly question: string
}

export async function answerRead(reading: Reading, app: App): Promise<HttpResponse> {
  const defaultLocale = await app.stored.defaultLocale()
  const asked = `${defaultLocale} ${reading.question}`
  const { statement, page } = await app.kept.statement(reading.caller, asked, async () =>
    prepareRead(reading, defaultLocale, app),
  )
  const rows = await app.database.run(statement)
  return page === null ? respondEntry(rows) : respondList(rows, page)
}

function prepareRead({ route, text, caller, format }: Reading, defaultLocale: string | null, app: App): PreparedRead {
  const { rest, limits } = app.settings
  const params = parseQueryString(text, limits)
  const page = route.kind === 'list' ? parsePagination(params, rest) : null
  const query = understand({ params, type: route.type, single: page === null, caller, defaultLocale }, app)
  const plan = planRead(query, windowOf(route, page), format, app.tables)
  return { statement: compileRead(withinLimits(plan, limits), app.dialect), page }
}

function windowOf(route: EntryRoute, page: Page | null): Window {
  const documentId = route.kind === 'entry' ? route.documentId : null
  if (page === null) return { start: 0, limit: 1, count: false, documentId }
  return { start: page.start, limit: page.limit, count: page.withCount, documentId }
}

export async function answerLocales(app: App): Promise<HttpResponse> {
  const plan = planLocales(app.tables, await app.stored.defaultLocale())
  return respondBare(await app.database.run(compileRead(plan, app.dialect)))
}
