/**
 * `/_batch`: several reads as one statement, so they see the same snapshot. Each has the response that it would have
 * alone.
 */

import { createHash } from 'node:crypto'
import { ApiError } from '../errors/api-error.ts'
import type { Read, Row } from '../execute/database.ts'
import { FLAT } from '../plan/response-format.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { type NamedQuery, readBatch } from '../request/read-batch.ts'
import type { RouteOf } from '../request/routes.ts'
import { rulesUntil, withCaching } from '../respond/caching.ts'
import { errorResponse } from '../respond/error-body.ts'
import { respondJson } from '../respond/respond.ts'
import type { App } from './app.ts'
import { type Made, respondRows, respondStamped } from './cached-response.ts'
import { credentialsKind } from './credentials-hints.ts'
import { type Asking, prepareBatch } from './prepare-batch.ts'
import type { PreparedBatch, PreparedPart, ShownAs } from './prepared-read.ts'
import { formatOf, type RequestContext } from './request-context.ts'

export async function answerBatch(context: RequestContext<RouteOf<'batch'>>): Promise<HttpResponse> {
  const { request, caller, at, watch, app } = context
  const queries = readBatch(request, app.settings.limits)
  const asking = { request, caller, format: formatOf(request), defaultLocale: await app.stored.defaultLocale(at) }
  const key = cacheKey(queries, asking, app)
  const prepared = await app.caches.batch(key, request, (inTurn) => prepareBatch(queries, asking, app, inTurn))
  watch.lap('prepare')
  const { until, tags } = prepared
  const response = await respondStamped(until === null ? key : `${until} ${key}`, prepared, context, async (moment) => {
    const { rows, revision } = await readAll(prepared, app)
    watch.lap('database')
    return {
      response: respondParts(prepared.parts, rows),
      isOfMoment: moment?.covers(revision) ?? false,
    } satisfies Made
  })
  // Private: a shared cache would take two batches with the same URL for the same request.
  return withCaching(response, { tags, isPublic: false, rules: rulesUntil(until, app.settings.rest.cache) })
}

function cacheKey(queries: readonly NamedQuery[], asking: Asking, { caches }: App): string {
  const { request, caller, format, defaultLocale } = asking
  const text = JSON.stringify(queries.map(({ name, url }) => [name, url]))
  const digest = createHash('sha256').update(text).digest('base64')
  return caches.keyOf(
    caller,
    `${defaultLocale} ${format === FLAT ? '' : 'v4 '}${credentialsKind(request)} batch ${digest}`,
  )
}

async function readAll({ statement, parts }: PreparedBatch, { database }: App): Promise<Read> {
  if (parts.every(({ kind }) => kind === 'refused')) return { rows: [], revision: null }
  return database.read(statement)
}

function respondParts(parts: readonly PreparedPart[], rows: readonly Row[]): HttpResponse {
  const texts = parts.map((part) => {
    const { status, body } = part.kind === 'refused' ? part.response : respondPart(rowsOf(part.index, rows), part.shown)
    return `${JSON.stringify(part.name)}:{"status":${status},"body":${body}}`
  })
  return respondJson(`{"data":{${texts.join(',')}}}`)
}

/** The rows of one part, in order: the statement returns the rows of all parts mixed. */
function rowsOf(index: number, rows: readonly Row[]): readonly Row[] {
  return rows.filter(([part]) => Number(part) === index).toSorted((a, b) => Number(a[1]) - Number(b[1]))
}

function respondPart(found: readonly Row[], shown: ShownAs): HttpResponse {
  try {
    return respondRows(
      found.map((row) => rowAlone(row, shown)),
      shown,
    )
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error)
    throw error
  }
}

/** The row as the part's own statement would return it. */
function rowAlone([, , total, body, position, facets, match]: Row, { page, faceted, terms }: ShownAs): Row {
  return [
    total,
    body,
    ...(page?.kind === 'cursor' ? [position] : []),
    ...(faceted ? [facets] : []),
    ...(terms === null ? [] : [match]),
  ]
}
