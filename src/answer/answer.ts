/** Every request comes through here: what is called, by whom, may they; then the pipeline of what they called. */

import { authorize } from '../access/authorize.ts'
import type { Caller } from '../access/caller.ts'
import type { Moment } from '../cache/revisions.ts'
import type { Demand } from '../execute/demand.ts'
import { FLAT, type ResponseFormat, WRAPPED } from '../plan/response-format.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { type Call, readCall } from '../request/read-call.ts'
import { withCaching, withoutStoring } from '../respond/caching.ts'
import { respondNothing, respondOptions, respondReady } from '../respond/respond.ts'
import { type Stopwatch, startStopwatch, withTiming } from '../respond/stopwatch.ts'
import { serveFile } from '../upload/serve-file.ts'
import { answerExplorer } from './answer-explorer.ts'
import { answerFile, answerFiles, answerFilesPage } from './answer-files.ts'
import { answerFront } from './answer-front.ts'
import { answerModels } from './answer-models.ts'
import { answerOpenApi } from './answer-openapi.ts'
import { answerLogin, answerMe } from './answer-people.ts'
import { answerLocales, answerRead, type EntryRoute } from './answer-read.ts'
import { explainUnknown } from './answer-unknown.ts'
import { answerFileDeletion, answerUpload } from './answer-upload.ts'
import { write } from './answer-write.ts'
import type { App } from './app.ts'
import { audited } from './audited.ts'

export async function answer(request: HttpRequest, shared: App): Promise<HttpResponse> {
  const app = forRequest(shared, request)
  const call = await callOf(request, app)
  if (call.operation === 'options') return respondOptions(call.allow)
  const openly = await answerAnybody(request, call, app)
  if (openly !== null) return openly
  const watch = startStopwatch()
  const at = await app.revisions.now()
  const caller = await app.identify(request.headers.authorization, at)
  const answered = await audited(request, call, caller, app, async () => {
    authorize(caller, call.action)
    watch.lap('caller')
    return answerCaller(request, call, { caller, at, watch }, app)
  })
  const response = withoutStoring(answered)
  return app.settings.rest.serverTiming ? withTiming(response, watch) : response
}

async function callOf(request: HttpRequest, app: App): Promise<Call> {
  try {
    return readCall(request, app.routes, app.writer !== null)
  } catch (error) {
    throw await explainUnknown(error, request, app)
  }
}

/** The same, but what is read and written is for this request alone: for as long as somebody waits for it. */
function forRequest(app: App, request: HttpRequest): App {
  const { signal, until = Number.POSITIVE_INFINITY } = request
  if (signal === undefined) return app
  const caller = request.headers.authorization ?? request.address ?? ''
  const demand: Demand = { signal, until, caller }
  const { database, writer } = app
  return {
    ...app,
    writer: writer && {
      ...writer,
      transaction: (work, options) => writer.transaction(work, { ...options, demand }),
    },
    database: {
      ...database,
      run: (statement) => database.run(statement, demand),
      read: (statement) => database.read(statement, demand),
    },
  }
}

/** Who asks, when, and how long it has taken so far. */
interface Asking {
  readonly caller: Caller
  readonly at: Moment | null
  readonly watch: Stopwatch
}

/** Paths at which nobody is asked who they are; null at all others. */
async function answerAnybody(request: HttpRequest, { route }: Call, app: App): Promise<HttpResponse | null> {
  switch (route.kind) {
    case 'health':
      return respondNothing()
    case 'ready':
      await app.checkReady()
      return respondReady(app.unwritable())
    case 'asset':
      return serveFile(request, route.path, app.uploads.folder)
    case 'front':
      return answerFront(request, app, (asked) => answer(asked, app))
    case 'docs':
      return app.docs.page(request, route.path)
    case 'explorer':
      return answerExplorer(request, route.path, app)
    default:
      return null
  }
}

function answerCaller(request: HttpRequest, call: Call, asking: Asking, app: App): Promise<HttpResponse> {
  const { route } = call
  const { caller } = asking
  switch (route.kind) {
    case 'list':
    case 'entry':
    case 'single':
      return call.operation === 'read'
        ? read(request, call, route, asking, app)
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
    case 'filesPage':
      return answerFilesPage(call, caller, app)
    case 'file':
      return call.operation === 'delete'
        ? answerFileDeletion(route.id, caller, app)
        : answerFile(call, route.id, caller, app)
    case 'models':
      return answerModels(call, route, app)
    case 'openapi':
      return answerOpenApi(request, caller, app)
    case 'health':
    case 'ready':
    case 'asset':
    case 'front':
    case 'docs':
    case 'explorer':
      throw new Error(`${route.kind} is answered to anybody`)
  }
}

async function read(
  request: HttpRequest,
  call: Call,
  route: EntryRoute,
  asking: Asking,
  app: App,
): Promise<HttpResponse> {
  const format = formatOf(request)
  const question = `${format === FLAT ? '' : 'v4 '}${request.url}`
  const reading = {
    ...asking,
    route,
    text: call.query,
    format,
    question,
    headers: request.headers,
    signal: request.signal,
  }
  const response = await answerRead(reading, app)
  return withCaching(response, request.headers.authorization === undefined, app.settings.rest.cache)
}

function formatOf(request: HttpRequest): ResponseFormat {
  return request.headers['strapi-response-format'] === 'v4' ? WRAPPED : FLAT
}
