/** `GET …/actions/export`: a whole list, one entry a line, from one snapshot. */

import { createHash } from 'node:crypto'
import { authorize } from '../access/caller.ts'
import { limitExceeded } from '../config/limit-exceeded.ts'
import type { StreamedRead } from '../execute/database.ts'
import { parseExport } from '../parse/parse-export.ts'
import { tablesOf } from '../plan/plan-tables.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RouteOf } from '../request/routes.ts'
import { endLine, errorLine, respondLines } from '../respond/lines.ts'
import { compileExport } from '../sql/compile-export.ts'
import { tableOfRows } from '../tables/published-rows.ts'
import { askedIn, type Question } from './answer-read.ts'
import type { App } from './app.ts'
import { ONE_ROW, parseAndCheck, planOf } from './prepare.ts'
import type { RequestContext } from './request-context.ts'

type ExportContext = RequestContext<RouteOf<'export'>>

export async function answerExport(context: ExportContext): Promise<HttpResponse> {
  const { request, call, caller, app } = context
  authorize(caller, `${call.route.type.uid}.find`)
  const read = compileExportOf(await askedIn(context), app)
  const late = new AbortController()
  const signal = request.signal === undefined ? late.signal : AbortSignal.any([request.signal, late.signal])
  return respondLines(
    () => withTimer(linesOf({ ...read, app, signal }), read.longest, () => late.abort(tooLong(app))),
    late.signal,
  )
}

/** From the first line to the last. */
async function* withTimer<Item>(items: AsyncIterable<Item>, longest: number, end: () => void): AsyncGenerator<Item> {
  const timer = setTimeout(end, longest)
  try {
    yield* items
  } finally {
    clearTimeout(timer)
  }
}

function compileExportOf(question: Question<RouteOf<'export'>>, app: App): StreamedRead {
  const { route, text, caller, format, defaultLocale } = question
  const { limits } = app.settings
  const params = parseExport(parseQueryString(text, limits)) // request/ → parse/
  const query = parseAndCheck({ params, type: route.type, single: false, caller, defaultLocale }, app) // access/ → check/
  const plan = planOf(query, { window: EVERYTHING, format }, app) // plan/
  const longest = limits.exportSeconds * 1_000
  const tables = [...new Set(tablesOf(plan, app.roles).map(tableOfRows))]
  return { statement: compileExport(plan, app.dialect), tables, longest } // sql/
}

/** More rows than any table has. */
const EVERYTHING = { ...ONE_ROW, limit: Number.MAX_SAFE_INTEGER }

interface Export extends StreamedRead {
  readonly app: App
  /** Aborted when the response is no longer wanted, or takes too long. */
  readonly signal: AbortSignal
}

/** An error after the first line is a line too; then the connection is closed, so that no client takes the part for the whole. */
async function* linesOf({ app, signal, ...read }: Export): AsyncGenerator<string> {
  const release = app.exports.take()
  let total = 0
  let stamp: string | null = null
  try {
    for await (const batch of app.database.stream(read, signal)) {
      stamp = batch.stamp
      total += batch.rows.length
      if (batch.rows.length > 0) yield batch.rows.map(([body]) => `${body}\n`).join('')
    }
    yield endLine(total, stamp === null ? null : digestOf(stamp))
  } catch (error) {
    if (total > 0) yield errorLine(error)
    throw error
  } finally {
    release()
  }
}

function tooLong({ settings }: App): Error {
  return limitExceeded('exportSeconds', settings.limits.exportSeconds)
}

/** The same for as long as nothing that the entries are read from has changed. */
function digestOf(stamp: string): string {
  return createHash('sha256').update(stamp).digest('base64url')
}
