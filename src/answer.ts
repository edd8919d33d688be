/** The pipeline: a request in, an answer out, one line a stage. */

import { authorize } from './access/authorize.ts'
import type { Caller } from './access/caller.ts'
import { answerLogin, answerMe } from './answer-people.ts'
import { answerFile, answerFiles, answerUpload } from './answer-upload.ts'
import { write } from './answer-write.ts'
import type { App } from './app.ts'
import { parsePagination } from './parse/parse-pagination.ts'
import { withinLimits } from './plan/measure-plan.ts'
import { planLocales } from './plan/plan-locales.ts'
import { planRead } from './plan/plan-read.ts'
import type { ReadPlan } from './plan/read-plan.ts'
import { FLAT, type ResponseFormat, WRAPPED } from './plan/response-format.ts'
import type { HttpRequest, HttpResponse } from './request/http-request.ts'
import { parseQueryString } from './request/parse-query-string.ts'
import { type Call, readCall } from './request/read-call.ts'
import { respondBare, respondEntry, respondList, respondNothing, respondOptions } from './respond/respond.ts'
import { compileRead } from './sql/compile-read.ts'
import { understand } from './understand.ts'
import { serveFile } from './upload/serve-file.ts'

export async function answer(request: HttpRequest, app: App): Promise<HttpResponse> {
  const call = readCall(request, app.routes, app.writer !== null)
  if (call.operation === 'options') return respondOptions(call.allow)
  if (call.route.kind === 'health') return respondNothing()
  if (call.route.kind === 'ready') return app.checkReady().then(respondNothing)
  if (call.route.kind === 'asset') return serveFile(request, call.route.path, app.uploads.folder)
  const caller = await app.identify(request.headers.authorization)
  authorize(caller, call.action)
  if (call.route.kind === 'login') return answerLogin(request, caller, app)
  if (call.route.kind === 'me') return answerMe(call, caller, app)
  if (call.route.kind === 'upload') return answerUpload(request, call, caller, app)
  if (call.route.kind === 'files') return answerFiles(call, caller, app)
  if (call.route.kind === 'file') return answerFile(call, call.route.id, caller, app)
  const format = request.headers['strapi-response-format'] === 'v4' ? WRAPPED : FLAT
  if (call.operation !== 'read') return write(request, call, caller, format, app)
  const question = `${format === FLAT ? '' : 'v4 '}${request.url}`
  return app.answers.get(caller, question, () => read(call, caller, format, app))
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
      const query = await understand({ params, type: route.type, single: false, caller }, app)
      const window = { start: page.start, limit: page.limit, count: page.withCount, documentId: null }
      return respondList(await run(planRead(query, window, format, app.tables), app), page)
    }
    case 'entry':
    case 'single': {
      const query = await understand({ params, type: route.type, single: true, caller }, app)
      const documentId = route.kind === 'entry' ? route.documentId : null
      const window = { start: 0, limit: 1, count: false, documentId }
      return respondEntry(await run(planRead(query, window, format, app.tables), app))
    }
    case 'locales':
      return respondBare(await run(planLocales(app.tables, await app.stored.defaultLocale()), app))
    case 'login':
    case 'me':
    case 'upload':
    case 'files':
    case 'file':
    case 'asset':
    case 'version':
    case 'health':
    case 'ready':
      throw new Error(`nothing to read at ${route.kind}`)
  }
}

function run(plan: ReadPlan, app: App) {
  return app.database.run(compileRead(withinLimits(plan, app.settings.limits), app.dialect))
}
