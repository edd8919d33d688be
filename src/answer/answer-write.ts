/** The other pipeline: a change in, the entry as it is then out, in one transaction. */

import type { Caller } from '../access/caller.ts'
import type { Query } from '../check/query.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Run } from '../execute/database.ts'
import { withinLimits } from '../plan/measure-plan.ts'
import { planRead } from '../plan/plan-read.ts'
import type { ResponseFormat } from '../plan/response-format.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import { readBody } from '../request/read-body.ts'
import type { Call } from '../request/read-call.ts'
import type { Route } from '../request/routes.ts'
import { respondEntry, respondNothing } from '../respond/respond.ts'
import { newDocumentId } from '../schema/document-id.ts'
import { compileRead } from '../sql/compile-read.ts'
import { render } from '../sql/sql.ts'
import type { DocumentRef } from '../store/documents/document-ref.ts'
import {
  createDocument,
  deleteDocument,
  discardDraft,
  publishDocument,
  unpublishDocument,
  updateDocument,
} from '../store/documents/documents.ts'
import { findSingleTypeDocument } from '../store/documents/single-type.ts'
import type { Store } from '../store/store.ts'
import type { RowInput } from '../validate/document-input.ts'
import { refuseLongLists } from '../validate/refuse-long-lists.ts'
import { validateDocument } from '../validate/validate-document.ts'
import type { App } from './app.ts'
import { refusedAs, shownAfter } from './shown-after-write.ts'
import { understand } from './understand.ts'
import { refuseUnknownLocale } from './unknown-locale.ts'

type ContentRoute = Extract<Route, { readonly type: unknown }>

export async function write(
  request: HttpRequest,
  call: Call,
  caller: Caller,
  format: ResponseFormat,
  app: App,
): Promise<HttpResponse> {
  if (app.writer === null || !('type' in call.route)) throw new ApiError('METHOD_NOT_ALLOWED')
  const { route } = call
  const params = parseQueryString(call.query, app.settings.limits)
  const defaultLocale = await app.stored.defaultLocale()
  const query = understand({ params, type: route.type, single: true, caller, defaultLocale, writes: true }, app)
  if (call.operation === 'delete') refuseHalfDeletion(query)
  await refuseUnknownLocale(query, defaultLocale, app)
  const input = await inputOf(request, call, route, query, caller, app)
  const work = async (run: Run) => {
    const store = storeOn(run, app, defaultLocale)
    const documentId = await perform(store, call, route, query, input).catch((error: unknown) => {
      throw refusedAs(error, query)
    })
    if (call.operation === 'delete') return respondNothing()
    const window = { start: 0, limit: 1, count: false, documentId }
    const shown = shownAfter(route, query)
    const plan = withinLimits(planRead(shown, window, format, app.tables), app.settings.limits)
    const rows = await run(compileRead(plan, app.dialect))
    return respondEntry(rows, call.operation === 'create' ? 201 : 200)
  }
  return app.writer.transaction(work, { repeatable: true })
}

/** A document goes with both its versions: who names one of them may not mean that. */
function refuseHalfDeletion({ type, status }: Query): void {
  if (status !== 'draft' || !type.draftAndPublish) return
  throw new ApiError('VALUE_INVALID', {
    message:
      'DELETE takes the draft and the published version together: leave status out, or send POST …/actions/discard to undo the changes of a draft',
  })
}

async function inputOf(
  request: HttpRequest,
  { operation }: Call,
  route: ContentRoute,
  query: Query,
  caller: Caller,
  app: App,
): Promise<RowInput | null> {
  if (operation === 'delete' || route.kind === 'version') return null
  const { limits } = app.settings
  const body = readBody(request, limits)
  refuseLongLists(body, route.type, app.schema, limits.listItems)
  const view = { schema: app.schema, caller }
  const draft = query.status === 'draft'
  const mode = operation === 'create' ? 'create' : 'update'
  const { strictRelations } = app.settings
  return validateDocument({ body, type: route.type, view, mode, draft, strictRelations })
}

export function storeOn(
  run: Run,
  { schema, tables, dialect, settings }: Pick<App, 'schema' | 'tables' | 'dialect' | 'settings'>,
  defaultLocale: string | null,
): Store {
  return {
    run: (statement) => run(render(statement, dialect.placeholder)),
    schema,
    tables,
    dialect,
    now: Date.now(),
    newDocumentId,
    defaultLocale,
    strictRelations: settings.strictRelations,
  }
}

/** Gives the document that was written. */
async function perform(
  store: Store,
  call: Call,
  route: ContentRoute,
  query: Query,
  input: RowInput | null,
): Promise<string> {
  const { type } = route
  const known = route.kind === 'single' ? await findSingleTypeDocument(store, type) : documentIdIn(route)
  const documentId = known ?? store.newDocumentId()
  if (call.operation === 'delete') {
    await deleteDocument(store, { type, documentId }, everyLocale(query) ? undefined : localeOf(query))
    return documentId
  }
  const place: DocumentRef = { type, documentId, locale: localeOf(query) }
  if (route.kind === 'version') await VERSION_CHANGES[route.verb](store, place)
  if (input === null) return documentId
  await (known === null ? createDocument : updateDocument)(store, place, input)
  if (query.status === 'published') await publishDocument(store, place)
  return documentId
}

const VERSION_CHANGES = { publish: publishDocument, unpublish: unpublishDocument, discard: discardDraft }

function documentIdIn(route: ContentRoute): string | null {
  return route.kind === 'entry' || route.kind === 'version' ? route.documentId : null
}

function everyLocale({ locale }: Query): boolean {
  return locale.kind === 'codes' && locale.codes[0] === '*'
}

/** The locale to write; null for types without locales. */
function localeOf({ type, locale }: Query): string | null {
  if (!type.localized) return null
  const code = locale.kind === 'codes' ? locale.codes[0] : undefined
  if (code !== undefined && code !== '*') return code
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid locale param ${code ?? '*'} provided. Document locales must be strings.`,
  })
}
