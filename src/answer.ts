/** Every request comes through here: what is called, by whom, may they; then the pipeline of what they called. */

import { authorize } from './access/authorize.ts'
import type { Caller } from './access/caller.ts'
import { answerLogin, answerMe } from './answer-people.ts'
import { answerLocales, answerRead, type EntryRoute } from './answer-read.ts'
import { answerFile, answerFiles, answerUpload } from './answer-upload.ts'
import { write } from './answer-write.ts'
import type { App } from './app.ts'
import { FLAT, type ResponseFormat, WRAPPED } from './plan/response-format.ts'
import type { HttpRequest, HttpResponse } from './request/http-request.ts'
import { type Call, readCall } from './request/read-call.ts'
import { respondNothing, respondOptions } from './respond/respond.ts'
import { serveFile } from './upload/serve-file.ts'

export async function answer(request: HttpRequest, app: App): Promise<HttpResponse> {
  const call = readCall(request, app.routes, app.writer !== null)
  if (call.operation === 'options') return respondOptions(call.allow)
  const openly = await answerAnybody(request, call, app)
  if (openly !== null) return openly
  const caller = await app.identify(request.headers.authorization)
  authorize(caller, call.action)
  return answerCaller(request, call, caller, app)
}

/** Paths at which nobody is asked who they are; null at all others. */
async function answerAnybody(request: HttpRequest, { route }: Call, app: App): Promise<HttpResponse | null> {
  switch (route.kind) {
    case 'health':
      return respondNothing()
    case 'ready':
      return app.checkReady().then(respondNothing)
    case 'asset':
      return serveFile(request, route.path, app.uploads.folder)
    default:
      return null
  }
}

function answerCaller(request: HttpRequest, call: Call, caller: Caller, app: App): Promise<HttpResponse> {
  const { route } = call
  switch (route.kind) {
    case 'list':
    case 'entry':
    case 'single':
      return call.operation === 'read'
        ? readKept(request, call, route, caller, app)
        : write(request, call, caller, formatOf(request), app)
    case 'version':
      return write(request, call, caller, formatOf(request), app)
    case 'locales':
      return answerLocales(app)
    case 'login':
      return answerLogin(request, caller, app)
    case 'me':
      return answerMe(call, caller, app)
    case 'upload':
      return answerUpload(request, call, caller, app)
    case 'files':
      return answerFiles(call, caller, app)
    case 'file':
      return answerFile(call, route.id, caller, app)
    case 'health':
    case 'ready':
    case 'asset':
      throw new Error(`${route.kind} is answered to anybody`)
  }
}

/** What this caller asked before is not worked out again while the data is the same. */
function readKept(
  request: HttpRequest,
  call: Call,
  route: EntryRoute,
  caller: Caller,
  app: App,
): Promise<HttpResponse> {
  const format = formatOf(request)
  const question = `${format === FLAT ? '' : 'v4 '}${request.url}`
  const reading = { route, text: call.query, caller, format, question }
  return app.kept.answer(caller, question, () => answerRead(reading, app))
}

function formatOf(request: HttpRequest): ResponseFormat {
  return request.headers['strapi-response-format'] === 'v4' ? WRAPPED : FLAT
}
