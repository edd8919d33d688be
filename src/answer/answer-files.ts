/** Reads of the media library: all files, a page of them, or one. */

import type { Caller } from '../access/caller.ts'
import type { Query } from '../check/query.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Row, Run } from '../execute/database.ts'
import { parseBareWindow, parseNumberedPage } from '../parse/parse-pagination.ts'
import type { Window } from '../plan/plan-read.ts'
import type { Member } from '../plan/read-plan.ts'
import { FLAT } from '../plan/response-format.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RawParams } from '../request/raw-params.ts'
import type { RouteOf } from '../request/routes.ts'
import { respondBare, respondBareEntry, respondList, totalIn } from '../respond/respond.ts'
import { fileType } from '../upload/file-rows.ts'
import { readId } from '../validate/read-reference.ts'
import type { App } from './app.ts'
import { checkBare, hasEntry, withId } from './bare-reads.ts'
import { ONE_ROW, planAndCompile, windowOf } from './prepare.ts'
import type { RequestContext } from './request-context.ts'

/**
 * A bare list has no `meta` to say that there are more files, so it is complete. Only the size of the response is
 * limited.
 */
export async function answerFiles({ call, caller, app }: RequestContext): Promise<HttpResponse> {
  const { limits, rest } = app.settings
  const params = parseQueryString(call.query, limits)
  return respondBare(await readFiles({ params, window: parseBareWindow(params, rest), caller }, app))
}

export async function answerFilesPage({ call, caller, app }: RequestContext): Promise<HttpResponse> {
  const { limits, rest } = app.settings
  const params = parseQueryString(call.query, limits)
  const page = parseNumberedPage(params, rest)
  const rows = await readFiles({ params, window: windowOf(page), caller }, app)
  return respondList(rows, page, { total: totalIn(rows), facets: null, terms: null })
}

export async function answerFile({ call, caller, app }: RequestContext<RouteOf<'file'>>): Promise<HttpResponse> {
  const params = parseQueryString(call.query, app.settings.limits)
  return respondBareEntry(await readFile({ id: readFileId(call.route.id), params, caller }, app))
}

export function readFileId(text: string): number {
  const id = readId(text)
  if (id === null) throw new ApiError('FILE_UNKNOWN')
  return id
}

interface OneFile {
  readonly id: number
  readonly params?: RawParams
  readonly caller: Caller
}

export async function readFile(
  { id, params = {}, caller }: OneFile,
  app: App,
  run: Run = app.database.run,
): Promise<readonly Row[]> {
  const query = await checkBare({ params, type: fileType(app.schema), single: true, caller }, app)
  const rows = await runFiles(withId(query, id), ONE_ROW, app, run)
  if (!hasEntry(rows)) throw new ApiError('FILE_UNKNOWN')
  return rows
}

interface SomeFiles {
  readonly params: RawParams
  readonly window: Pick<Window, 'start' | 'limit'> & Partial<Window>
  readonly caller: Caller
}

export async function readFiles(
  { params, window, caller }: SomeFiles,
  app: App,
  run: Run = app.database.run,
): Promise<readonly Row[]> {
  const query = await checkBare({ params, type: fileType(app.schema), single: false, caller }, app)
  return runFiles(query, { ...ONE_ROW, ...window }, app, run)
}

function runFiles(query: Query, window: Window, app: App, run: Run): Promise<readonly Row[]> {
  return run(planAndCompile(query, { window, format: FLAT, extra: [UNSIGNED] }, app).statement)
}

/** Only these endpoints show `isUrlSigned`. */
const UNSIGNED: Member = {
  key: 'isUrlSigned',
  value: { kind: 'condition', condition: { kind: 'constant', holds: false } },
}
