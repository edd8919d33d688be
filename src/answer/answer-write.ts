/** The pipeline of a write: changes an entry and reads it back, in one transaction. */

import type { Query } from '../check/query.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Run, WritableDatabase } from '../execute/database.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import { readBody } from '../request/read-body.ts'
import type { Call } from '../request/read-call.ts'
import type { ContentRoute } from '../request/routes.ts'
import { respondEntry, respondNothing } from '../respond/respond.ts'
import { newDocumentId } from '../schema/document-id.ts'
import { render } from '../sql/sql.ts'
import type { DocumentRef } from '../store/documents/document-ref.ts'
import {
  createDocument,
  deleteDocument,
  discardDraft,
  publishDocument,
  publishWritten,
  unpublishDocument,
  updateDocument,
} from '../store/documents/documents.ts'
import { findSingleTypeDocument } from '../store/documents/single-type.ts'
import { type Announce, announceNothing, type Store } from '../store/store.ts'
import type { RowInput } from '../validate/document-input.ts'
import { refuseLongLists } from '../validate/refuse-long-lists.ts'
import { validateDocument } from '../validate/validate-document.ts'
import { announcing } from './announce.ts'
import type { App } from './app.ts'
import { withEntryHint } from './entry-hints.ts'
import { ONE_ROW, parseAndCheck, planAndCompile } from './prepare.ts'
import { formatOf, type RequestContext } from './request-context.ts'
import { refusedAs, shownAfter } from './shown-after-write.ts'
import { refuseUnknownLocale } from './unknown-locale.ts'

export async function answerWrite(context: RequestContext<ContentRoute>): Promise<HttpResponse> {
  const { request, call, caller, at, app } = context
  const { route, operation } = call
  const defaultLocale = await app.stored.defaultLocale()
  const params = parseQueryString(call.query, app.settings.limits)
  const query = parseAndCheck({ params, type: route.type, single: true, caller, defaultLocale, writes: true }, app)
  if (operation === 'delete') refuseHalfDeletion(query)
  await refuseUnknownLocale(query, defaultLocale, app)
  const input = await inputOf(query, context)
  return announcing(app, at, (announceOn) =>
    writerOf(app).transaction(
      async (run) => {
        await app.refuseOutdated(run)
        const store = storeOn(run, app, defaultLocale, announceOn(run))
        const documentId = await perform({ store, call, query, input }).catch((error: unknown) => {
          throw withEntryHint(refusedAs(error, query), route, app.settings.rest)
        })
        if (operation === 'delete') return respondNothing()
        const shown = { window: { ...ONE_ROW, documentId }, format: formatOf(request) }
        const { statement } = planAndCompile(shownAfter(route, query), shown, app)
        return respondEntry(await run(statement), operation === 'create' ? 201 : 200)
      },
      { repeatable: true },
    ),
  )
}

export function writerOf({ writer }: App): WritableDatabase {
  if (writer === null) throw new ApiError('METHOD_NOT_ALLOWED')
  return writer
}

/** DELETE removes both versions of a document. A caller who sends a status may expect otherwise. */
function refuseHalfDeletion({ type, status }: Query): void {
  if (status !== 'draft' || !type.draftAndPublish) return
  throw new ApiError('VALUE_INVALID', {
    message:
      'DELETE takes the draft and the published version together: leave status out, or send POST …/actions/discard to undo the changes of a draft',
  })
}

/** Null for deletions and for actions on versions, which have no body. */
async function inputOf(query: Query, context: RequestContext<ContentRoute>): Promise<RowInput | null> {
  const { request, call, caller, app } = context
  const { route, operation } = call
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
  announce: Announce = announceNothing,
): Store {
  return {
    run: (statement) => run(render(statement, dialect)),
    schema,
    tables,
    dialect,
    now: Date.now(),
    newDocumentId,
    defaultLocale,
    strictRelations: settings.strictRelations,
    announce,
  }
}

interface Change {
  readonly store: Store
  readonly call: Call<ContentRoute>
  readonly query: Query
  readonly input: RowInput | null
}

/** Returns the id of the document that was written. */
async function perform({ store, call, query, input }: Change): Promise<string> {
  const { route } = call
  const { type } = route
  const locale = call.operation === 'delete' && everyLocale(query) ? undefined : localeOf(query)
  const known =
    type.kind === 'singleType'
      ? await findSingleTypeDocument(store, { type, status: statusIn(route, query), locale })
      : documentIdIn(route)
  const documentId = known ?? store.newDocumentId()
  if (call.operation === 'delete') {
    await deleteDocument(store, { type, documentId }, locale)
    return documentId
  }
  const place: DocumentRef = { type, documentId, locale: localeOf(query) }
  if (route.kind === 'version') await VERSION_CHANGES[route.verb](store, place)
  if (input === null) return documentId
  await (known === null ? createDocument : updateDocument)(store, place, input)
  if (query.status === 'published') await publishWritten(store, place)
  return documentId
}

/** Publishing starts from the draft; `unpublish` and `discard` start from the published version. */
function statusIn(route: ContentRoute, { status }: Query): Query['status'] {
  if (route.kind !== 'version') return status
  return route.verb === 'publish' ? 'draft' : 'published'
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
    details: { source: 'query', param: 'locale', hint: 'A write is for one locale: send a request for each' },
  })
}
