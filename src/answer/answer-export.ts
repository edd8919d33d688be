/** `GET …/actions/export`: a whole list from one snapshot, one entry per line. */

import { createHash } from 'node:crypto'
import { authorize } from '../access/caller.ts'
import { limitExceeded } from '../config/limit-exceeded.ts'
import { ApiError } from '../errors/api-error.ts'
import type { StreamedRead } from '../execute/database.ts'
import { parseExport } from '../parse/parse-export.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RouteOf } from '../request/routes.ts'
import { endLine, errorLine, respondLines } from '../respond/lines.ts'
import { compileExport } from '../sql/compile-export.ts'
import type { App } from './app.ts'
import { identifyAgain } from './identify-again.ts'
import { ONE_ROW, parseAndCheck, planOf } from './prepare.ts'
import { askedIn, type Question } from './question.ts'
import type { RequestContext } from './request-context.ts'

type ExportContext = RequestContext<RouteOf<'export'>>

export async function answerExport(context: ExportContext): Promise<HttpResponse> {
  const { request, app } = context
  const read = await readFor(context)
  const late = new AbortController()
  const signal = request.signal === undefined ? late.signal : AbortSignal.any([request.signal, late.signal])
  return respondLines(
    () => withTimer(linesOf({ ...read, context, signal }), read.longest, () => late.abort(tooLong(app))),
    late.signal,
  )
}

/** Calls `end` if reading all items takes longer than `longest` milliseconds. */
async function* withTimer<Item>(items: AsyncIterable<Item>, longest: number, end: () => void): AsyncGenerator<Item> {
  const timer = setTimeout(end, longest)
  try {
    yield* items
  } finally {
    clearTimeout(timer)
  }
}

async function readFor(context: ExportContext): Promise<StreamedRead> {
  const { call, caller, app } = context
  authorize(caller, `${call.route.type.uid}.find`)
  return compileExportOf(await askedIn(context), app)
}

/** How often permissions are checked again during an export, in milliseconds. */
const RIGHTS_MS = 1_000

/** Throws the error that the same request would get now, if the caller may no longer read the same data. */
async function refuseRevoked(context: ExportContext, { statement }: StreamedRead): Promise<void> {
  try {
    const again = await readFor(await identifyAgain(context))
    if (again.statement.text !== statement.text) throw new ApiError('FORBIDDEN')
  } catch (error) {
    // If the database cannot be reached now, the next check decides.
    if (!(error instanceof ApiError) || error.status < 500) throw error
  }
}

function compileExportOf(question: Question<RouteOf<'export'>>, app: App): StreamedRead {
  const { route, text, caller, format, defaultLocale } = question
  const { limits } = app.settings
  const params = parseExport(parseQueryString(text, limits)) // request/ → parse/
  const query = parseAndCheck({ params, type: route.type, single: false, caller, defaultLocale }, app) // access/ → check/
  const plan = planOf(query, { window: EVERYTHING, format }, app) // plan/
  const longest = limits.exportSeconds * 1_000
  return { statement: compileExport(plan, app.dialect), longest } // sql/
}

/** A limit beyond the size of any table: an export has all rows. */
const EVERYTHING = { ...ONE_ROW, limit: Number.MAX_SAFE_INTEGER }

interface Export extends StreamedRead {
  readonly context: ExportContext
  /** Aborted when the client disconnects or the export takes too long. */
  readonly signal: AbortSignal
}

/**
 * After the first line the status is already sent. So an error is a line of its own, and then the connection is closed:
 * no client takes a part for a complete export.
 */
async function* linesOf({ context, signal, ...read }: Export): AsyncGenerator<string> {
  const { app } = context
  const release = app.exports.take()
  let checked = performance.now()
  let total = 0
  const revision = createHash('sha256')
  try {
    for await (const batch of app.database.stream(read, signal)) {
      if (performance.now() - checked >= RIGHTS_MS) {
        await refuseRevoked(context, read)
        checked = performance.now()
      }
      if (batch.length === 0) continue
      total += batch.length
      const lines = batch.map(([body]) => `${body}\n`).join('')
      revision.update(lines)
      yield lines
    }
    yield endLine(total, revision.digest('base64url'))
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
