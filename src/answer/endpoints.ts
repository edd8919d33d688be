/** The table of routes: the methods of each, the permission they need, and their handler. */

import { contentAction, filesAction, modelsAction, usersAction } from '../request/actions.ts'
import type { HttpResponse } from '../request/http-request.ts'
import type { Operation, ReadRoute, Route, RouteKind, RouteOf } from '../request/routes.ts'
import { respondNothing, respondReady } from '../respond/respond.ts'
import { serveFile } from '../upload/serve-file.ts'
import { answerAggregate } from './answer-aggregate.ts'
import { answerBatch } from './answer-batch.ts'
import { answerExplorer } from './answer-explorer.ts'
import { answerExport } from './answer-export.ts'
import { answerFile, answerFiles, answerFilesPage } from './answer-files.ts'
import { answerFront } from './answer-front.ts'
import { answerLogin } from './answer-login.ts'
import { answerMcp } from './answer-mcp.ts'
import { answerModels } from './answer-models.ts'
import { answerOpenApi } from './answer-openapi.ts'
import { answerQuery } from './answer-query.ts'
import { answerLocales, answerRead } from './answer-read.ts'
import { answerFileDeletion, answerUpload } from './answer-upload.ts'
import { answerMe, answerUser, answerUserCount, answerUsers } from './answer-users.ts'
import { answerWatch } from './answer-watch.ts'
import { answerWrite } from './answer-write.ts'
import type { OpenContext, RequestContext } from './request-context.ts'

/** The permission that a call needs; null if it needs none. */
type ActionOf<R extends Route> = (route: R, operation: Operation) => string | null

interface OpenHandler<R extends Route> {
  /** The caller is not identified. */
  readonly access: 'open'
  answer(context: OpenContext<R>): Promise<HttpResponse>
}

interface GuardedHandler<R extends Route> {
  readonly access: 'guarded'
  answer(context: RequestContext<R>): Promise<HttpResponse>
}

export interface Method<R extends Route> {
  readonly operation: Operation
  /** Whether the method exists only if the database is writable. */
  readonly needsWriter: boolean
  /** Set if the method exists only with the extension for queries in bodies. */
  readonly inBody?: true
  readonly handler: OpenHandler<R> | GuardedHandler<R>
}

export interface Endpoint<R extends Route> {
  readonly methods: Readonly<Record<string, Method<R>>>
  action(...call: Parameters<ActionOf<R>>): string | null
}

type Guarded<R extends Route> = GuardedHandler<R>['answer']

const reads = <R extends Route>(answer: Guarded<R>): Method<R> => ({
  operation: 'read',
  needsWriter: false,
  handler: { access: 'guarded', answer },
})

const changes =
  (operation: Operation) =>
  <R extends Route>(answer: Guarded<R>): Method<R> => ({
    operation,
    needsWriter: true,
    handler: { access: 'guarded', answer },
  })

const creates = changes('create')
const updates = changes('update')
const deletes = changes('delete')

/** A POST that changes nothing, so it needs no writable database. */
const logsIn = <R extends Route>(answer: Guarded<R>): Method<R> => ({ ...creates(answer), needsWriter: false })

/** Runs the `GET` request with the same query, which identifies the caller. */
const QUERY: Method<ReadRoute | RouteOf<'query' | 'watch' | 'export'>> = {
  operation: 'read',
  needsWriter: false,
  inBody: true,
  handler: { access: 'open', answer: answerQuery },
}

const open = <R extends Route>(answer: OpenHandler<R>['answer']): Endpoint<R> => ({
  methods: { GET: { operation: 'read', needsWriter: false, handler: { access: 'open', answer } } },
  action: () => null,
})

const guarded = <R extends Route>(
  action: ActionOf<R> | string | null,
  methods: Endpoint<R>['methods'],
): Endpoint<R> => ({
  methods,
  action: typeof action === 'function' ? action : () => action,
})

export const ENDPOINTS: { readonly [Kind in RouteKind]: Endpoint<RouteOf<Kind>> } = {
  list: guarded(contentAction, { GET: reads(answerRead), QUERY, POST: creates(answerWrite) }),
  entry: guarded(contentAction, {
    GET: reads(answerRead),
    QUERY,
    PUT: updates(answerWrite),
    DELETE: deletes(answerWrite),
  }),
  single: guarded(contentAction, {
    GET: reads(answerRead),
    QUERY,
    PUT: updates(answerWrite),
    DELETE: deletes(answerWrite),
  }),
  version: guarded(contentAction, { POST: updates(answerWrite) }),
  query: guarded(contentAction, { POST: QUERY }),
  aggregate: guarded(contentAction, { GET: reads(answerAggregate), QUERY }),
  watch: guarded(contentAction, { GET: reads(answerWatch), QUERY }),
  // Each query of a batch needs its own permission.
  batch: guarded(null, { QUERY: reads(answerBatch), POST: reads(answerBatch) }),
  export: guarded(contentAction, { GET: reads(answerExport), QUERY }),
  mcp: {
    methods: { POST: { operation: 'read', needsWriter: false, handler: { access: 'open', answer: answerMcp } } },
    action: () => null,
  },
  locales: guarded('plugin::i18n.locales.listLocales', { GET: reads(answerLocales) }),
  login: guarded('plugin::users-permissions.auth.callback', { POST: logsIn(answerLogin) }),
  me: guarded(usersAction, { GET: reads(answerMe) }),
  users: guarded(usersAction, { GET: reads(answerUsers) }),
  user: guarded(usersAction, { GET: reads(answerUser) }),
  userCount: guarded(usersAction, { GET: reads(answerUserCount) }),
  upload: guarded(filesAction, { POST: creates(answerUpload) }),
  files: guarded(filesAction, { GET: reads(answerFiles) }),
  filesPage: guarded(filesAction, { GET: reads(answerFilesPage) }),
  file: guarded(filesAction, { GET: reads(answerFile), DELETE: deletes(answerFileDeletion) }),
  models: guarded(modelsAction, { GET: reads(answerModels) }),
  // Every caller gets the description of what they may do, even if that is nothing.
  openapi: guarded(null, { GET: reads(answerOpenApi) }),
  front: open(answerFront),
  docs: open(async ({ request, call, app }) => app.docs.page(request, call.route.path)),
  explorer: open(answerExplorer),
  asset: open(async ({ request, call, app }) => serveFile(request, call.route.path, app.uploads.folder)),
  health: open(async () => respondNothing()),
  ready: open(async ({ app }) => {
    await app.checkReady()
    return respondReady(app.unwritable())
  }),
}
