/** The pipeline: a request in, an answer out, one line a stage. */

import { authorize } from './access/authorize.ts'
import type { Caller } from './access/caller.ts'
import type { App } from './app.ts'
import { checkQuery } from './check/check-query.ts'
import type { Query } from './check/query.ts'
import { parsePagination } from './parse/parse-pagination.ts'
import { parseQuery } from './parse/parse-query.ts'
import { planLocales } from './plan/plan-locales.ts'
import { planRead } from './plan/plan-read.ts'
import type { ReadPlan } from './plan/read-plan.ts'
import { FLAT, type ResponseFormat, WRAPPED } from './plan/response-format.ts'
import type { HttpRequest, HttpResponse } from './request/http-request.ts'
import { parseQueryString } from './request/parse-query-string.ts'
import type { RawParams } from './request/raw-params.ts'
import { ALLOWED_METHODS, type Call, readCall } from './request/read-call.ts'
import type { Route } from './request/routes.ts'
import { respondBare, respondEntry, respondHealth, respondList, respondOptions } from './respond/respond.ts'
import { compileRead } from './sql/compile-read.ts'

export async function answer(request: HttpRequest, app: App): Promise<HttpResponse> {
  const call = readCall(request, app.routes)
  if (call.asksOptions) return respondOptions(ALLOWED_METHODS)
  if (call.route.kind === 'health') return respondHealth()
  const caller = await app.identify(request.headers.authorization)
  authorize(caller, call.action)
  const format = request.headers['strapi-response-format'] === 'v4' ? WRAPPED : FLAT
  return read(call, caller, format, app)
}

async function read(
  { route, query: text }: Call,
  caller: Caller,
  format: ResponseFormat,
  app: App,
): Promise<HttpResponse> {
  const { rest, limits } = app.settings
  const params = parseQueryString(text, limits)
  switch (route.kind) {
    case 'list': {
      const page = parsePagination(params, rest)
      const query = await understand(params, route, caller, app)
      const window = { start: page.start, limit: page.limit, count: page.withCount, documentId: null }
      return respondList(await run(planRead(query, window, format, app.tables), app), page)
    }
    case 'entry':
    case 'single': {
      const query = await understand(params, route, caller, app)
      const documentId = route.kind === 'entry' ? route.documentId : null
      const window = { start: 0, limit: 1, count: false, documentId }
      return respondEntry(await run(planRead(query, window, format, app.tables), app))
    }
    case 'locales':
      return respondBare(await run(planLocales(app.tables, await app.stored.defaultLocale()), app))
    case 'health':
      return respondHealth()
  }
}

type ContentRoute = Extract<Route, { kind: 'list' | 'entry' | 'single' }>

/** Raw params → what this caller may ask of this type. */
async function understand(params: RawParams, { kind, type }: ContentRoute, caller: Caller, app: App): Promise<Query> {
  const { rest, limits, strictDocuments } = app.settings
  const form = { strictParams: rest.strictParams, strict: strictDocuments, single: kind !== 'list' }
  const parsed = parseQuery(params, form, limits)
  const view = { schema: app.schema, caller }
  const defaultLocale = await app.stored.defaultLocale()
  return checkQuery(parsed, type, { view, profile: rest.profile, limits, defaultLocale })
}

function run(plan: ReadPlan, app: App) {
  return app.database.run(compileRead(plan, app.dialect))
}
