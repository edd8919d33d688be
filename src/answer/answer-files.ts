/** What is known of the files of a project: all of them, a page of them, one of them. */

import type { Caller } from '../access/caller.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Row, Run } from '../execute/database.ts'
import { parseFileWindow, parsePagination } from '../parse/parse-pagination.ts'
import { withinLimits } from '../plan/measure-plan.ts'
import { planRead } from '../plan/plan-read.ts'
import type { Member } from '../plan/read-plan.ts'
import { FLAT } from '../plan/response-format.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RawParams } from '../request/raw-params.ts'
import type { Call } from '../request/read-call.ts'
import { respondBare, respondBareEntry, respondList, totalIn } from '../respond/respond.ts'
import { compileRead } from '../sql/compile-read.ts'
import { fileType } from '../upload/file-rows.ts'
import type { App } from './app.ts'
import { understand } from './understand.ts'

/** A bare list cannot say that there is more, so it is never cut: only the size of the answer is limited. */
export async function answerFiles({ query }: Call, caller: Caller, app: App): Promise<HttpResponse> {
  const { limits, rest } = app.settings
  const params = parseQueryString(query, limits)
  return respondBare(await readFiles(params, parseFileWindow(params, rest), caller, app))
}

export async function answerFilesPage({ query }: Call, caller: Caller, app: App): Promise<HttpResponse> {
  const { limits, rest } = app.settings
  const params = parseQueryString(query, limits)
  const page = parsePagination(params, rest)
  const rows = await readFiles(params, { ...page, count: page.withCount }, caller, app)
  return respondList(rows, page, totalIn(rows))
}

/** Other parameters have no effect, as in Strapi. */
export async function answerFile({ query }: Call, id: string, caller: Caller, app: App): Promise<HttpResponse> {
  const { populate, status } = parseQueryString(query, app.settings.limits)
  const params = { ...(populate === undefined ? {} : { populate }), ...(status === undefined ? {} : { status }) }
  return respondBareEntry(await readFile(readFileId(id), params, caller, app))
}

export function readFileId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new ApiError('FILE_UNKNOWN')
  return Number(text)
}

export async function readFile(
  id: number,
  params: RawParams,
  caller: Caller,
  app: App,
  run: Run = app.database.run,
): Promise<readonly Row[]> {
  const own = { ...params, filters: { id: { $eq: String(id) } } }
  const rows = await readFiles(own, { start: 0, limit: 1 }, caller, app, run)
  if (rows.every(([, body]) => typeof body !== 'string')) throw new ApiError('FILE_UNKNOWN')
  return rows
}

interface FileWindow {
  readonly start: number
  readonly limit: number
  readonly count?: boolean
}

export async function readFiles(
  params: RawParams,
  { start, limit, count = false }: FileWindow,
  caller: Caller,
  app: App,
  run: Run = app.database.run,
): Promise<readonly Row[]> {
  const { settings, tables, dialect, schema } = app
  // Unknown parameters are ignored here, as in Strapi.
  const lenient = { ...app, settings: { ...settings, rest: { ...settings.rest, strictParams: false } } }
  const defaultLocale = await app.stored.defaultLocale()
  const query = understand({ params, type: fileType(schema), single: false, caller, defaultLocale }, lenient)
  const plan = planRead(query, { start, limit, count, documentId: null }, FLAT, tables)
  const entry = { members: [...plan.entry.members, UNSIGNED] }
  return run(compileRead(withinLimits({ ...plan, entry }, settings.limits), dialect))
}

/** These endpoints, and no others, say whether the address of a file is a signed one. */
const UNSIGNED: Member = {
  key: 'isUrlSigned',
  value: { kind: 'condition', condition: { kind: 'constant', holds: false } },
}
