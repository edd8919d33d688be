/** A prepared read → its response: a cached one, a 304, or one from the database. */

import type { Moment } from '../cache/revisions.ts'
import type { Row } from '../execute/database.ts'
import { bytesOf } from '../request/body.ts'
import { hasVersion } from '../request/conditions.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { etagOf, respondUnchanged } from '../respond/caching.ts'
import { facetsIn, respondCursorList, respondEntry, respondList, totalIn } from '../respond/respond.ts'
import type { App } from './app.ts'
import type { PreparedRead, PreparedTotal, ShownAs } from './prepared-read.ts'
import type { RequestContext } from './request-context.ts'

export async function respondPrepared(
  key: string,
  prepared: PreparedRead,
  context: Looking & Pick<RequestContext, 'watch'>,
): Promise<HttpResponse> {
  const { watch, app } = context
  return respondStamped(key, prepared, context, async (moment) => {
    if (moment === null) {
      const rows = await app.database.run(prepared.statement)
      watch.lap('database')
      return { response: respondRows(rows, prepared), isOfMoment: false }
    }
    const { rows, total, isOfMoment } = await readAt(moment, prepared, app)
    watch.lap('database')
    return { response: respondRows(rows, prepared, total), isOfMoment }
  })
}

export interface Made {
  readonly response: HttpResponse
  /** Whether nothing has changed since the request began. */
  readonly isOfMoment: boolean
}

/**
 * Responds with a 304, a cached response, or one that `make` reads from the database. `key` must identify the response
 * completely, but for the data. `make` gets null if responses are not cached.
 */
export async function respondStamped(
  key: string,
  prepared: Pick<PreparedRead, 'statement' | 'form' | 'tables'>,
  context: Looking,
  make: (moment: Moment | null) => Promise<Made>,
): Promise<HttpResponse> {
  const found = lookUp(key, prepared, context)
  return found.response ?? found.finish(await make(found.moment))
}

/** The same synchronously; null if the rows cannot be read synchronously. */
export function respondAtOnce(key: string, prepared: PreparedRead, context: Looking): HttpResponse | null {
  const found = lookUp(key, prepared, context)
  if (found.response !== null) return found.response
  const made = readAtOnce(found.moment, prepared, context.app)
  return made === null ? null : found.finish(made)
}

type Looking = Pick<RequestContext, 'request' | 'at' | 'app'>

/** A finished response, or a function that makes one from the rows. */
type LookedUp =
  | { readonly response: HttpResponse }
  | { readonly response: null; readonly moment: Moment | null; finish(made: Made): HttpResponse }

function lookUp(
  key: string,
  { statement, form, tables }: Pick<PreparedRead, 'statement' | 'form' | 'tables'>,
  { request, at, app }: Looking,
): LookedUp {
  const moment = app.caches.momentFor(at)
  const stamp = moment?.stampOf(tables) ?? null
  if (moment === null || stamp === null) return { response: null, moment: null, finish: ({ response }) => response }
  const known = app.caches.responses.find(key, stamp)
  const etag = known?.headers.etag ?? etagOf(form, stamp, statement.values)
  const isUnchangedFor = hasVersion(request.headers, etag)
  app.observer.looked(isUnchangedFor ? 'unchanged' : known === undefined ? 'miss' : 'hit')
  if (isUnchangedFor) return { response: respondUnchanged({ headers: { etag } }) }
  if (known !== undefined) return { response: known }
  const finish = ({ response, isOfMoment }: Made): HttpResponse => {
    if (!isOfMoment) return response
    const { status, headers, body } = response
    const tagged = { status, headers: { ...headers, etag }, body: bytesOf(body), sharesHeaders: true as const }
    app.caches.responses.keep(key, stamp, tagged)
    return tagged
  }
  return { response: null, moment, finish }
}

interface ReadRows {
  readonly rows: readonly Row[]
  readonly total: number
  /** Whether nothing has changed since the request began. */
  readonly isOfMoment: boolean
}

/** Uses the cached total if the rows have the same revision. */
async function readAt(moment: Moment, prepared: PreparedRead, app: App): Promise<ReadRows> {
  const total = prepared.total?.() ?? null
  const known = knownTotal(total, moment, app)
  if (total !== null && known !== undefined) {
    const { rows, revision } = await app.database.read(total.uncounted())
    if (moment.covers(revision)) return { rows, total: known, isOfMoment: true }
  }
  const { rows, revision } = await app.database.read(prepared.statement)
  const isOfMoment = moment.covers(revision)
  if (total !== null && isOfMoment) keepTotal(total, moment, totalIn(rows), app)
  return { rows, total: totalIn(rows), isOfMoment }
}

/**
 * Null if the rows cannot be read synchronously, or something has changed since the request began: the caller's
 * permissions may have changed, too.
 */
function readAtOnce(moment: Moment | null, prepared: PreparedRead, app: App): Made | null {
  const total = moment === null ? null : (prepared.total?.() ?? null)
  const known = moment === null ? undefined : knownTotal(total, moment, app)
  const statement = total === null || known === undefined ? prepared.statement : total.uncounted()
  const rows = app.database.runAtOnce?.(statement) ?? null
  if (rows === null || (moment !== null && app.revisions.atOnce() !== moment)) return null
  if (moment !== null && total !== null && known === undefined) keepTotal(total, moment, totalIn(rows), app)
  return { response: respondRows(rows, prepared, known), isOfMoment: moment !== null }
}

function knownTotal(total: PreparedTotal | null, moment: Moment, { caches }: Pick<App, 'caches'>): number | undefined {
  return total === null ? undefined : caches.totals.find(total.key, moment.stampOf(total.tables))
}

function keepTotal(
  { key, tables }: PreparedTotal,
  moment: Moment,
  total: number,
  { caches }: Pick<App, 'caches'>,
): void {
  caches.totals.keep(key, moment.stampOf(tables), total)
}

export function respondRows(
  rows: readonly Row[],
  { page, order, faceted, terms }: ShownAs,
  total = totalIn(rows),
): HttpResponse {
  if (page === null) return respondEntry(rows)
  const facets = faceted ? facetsIn(rows, page) : null
  return page.kind === 'cursor'
    ? respondCursorList(rows, page, order, { total, facets, terms })
    : respondList(rows, page, { total, facets, terms })
}
