/** Rows → the response. Entries are finished JSON texts; they are joined, never parsed. */

import { ApiError } from '../errors/api-error.ts'
import type { Row } from '../execute/database.ts'
import type { Counting, Page } from '../parse/parse-pagination.ts'
import type { HttpResponse } from '../request/http-request.ts'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' } as const

export function respondList(rows: readonly Row[], page: Page, total: number): HttpResponse {
  const meta = JSON.stringify({ pagination: pagination(page, total) })
  return json(`{"data":[${bodies(rows).join(',')}],"meta":${meta}}`)
}

export function respondEntry(rows: readonly Row[], status = 200): HttpResponse {
  return json(`{"data":${onlyBody(rows)},"meta":{}}`, status)
}

/** A finished text. */
export function respondJson(body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status: 200, headers: { ...JSON_HEADERS, ...headers }, body }
}

/** For endpoints that answer without the envelope. */
export function respondBare(rows: readonly Row[], status = 200): HttpResponse {
  return json(`[${bodies(rows).join(',')}]`, status)
}

/** The same for a single one. */
export function respondBareEntry(rows: readonly Row[]): HttpResponse {
  return json(onlyBody(rows))
}

/** For the caller alone, not for caches on the way. */
export function respondLogin(jwt: string, user: readonly Row[]): HttpResponse {
  return respondPrivately(`{"jwt":${JSON.stringify(jwt)},"user":${onlyBody(user)}}`)
}

/** JSON that must not be stored. */
export function respondPrivately(body: string): HttpResponse {
  const { headers, ...answer } = json(body)
  return { ...answer, headers: { ...headers, 'cache-control': 'no-store' } }
}

/** 204: healthy, or deleted. */
export function respondNothing(): HttpResponse {
  return { status: 204, headers: {}, body: '' }
}

/** 204: ready. 200: content can be read, but not written; the body has the code of the error. */
export function respondReady(unwritable: ApiError | null): HttpResponse {
  if (unwritable === null) return respondNothing()
  return respondPrivately(JSON.stringify({ ready: true, writable: false, code: unwritable.code }))
}

export function respondOptions(allow: string): HttpResponse {
  return { status: 200, headers: { allow, 'content-type': 'text/plain; charset=utf-8' }, body: '' }
}

function json(body: string, status = 200): HttpResponse {
  return { status, headers: JSON_HEADERS, body }
}

/** A row without a body carries the total of an empty page. */
function bodies(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => row[1]).filter((body) => typeof body === 'string')
}

function onlyBody(rows: readonly Row[]): string {
  const [body] = bodies(rows)
  if (body === undefined) throw new ApiError('ENTRY_UNKNOWN')
  return body
}

/** 0 where nothing was counted. */
export function totalIn(rows: readonly Row[]): number {
  return Number(rows[0]?.[0] ?? 0)
}

type PaginationMeta = Readonly<Record<string, number | string>>
type Totals = { readonly total: number; readonly totalIs?: 'exact' | 'atLeast' }

function pagination({ kind, start, limit, ...counting }: Page, found: number): PaginationMeta {
  const totals = totalsOf(counting, found)
  if (kind === 'offset') return { start, limit, ...totals }
  const terms = { page: Math.floor(start / limit) + 1, pageSize: limit }
  return totals === null ? terms : { ...terms, pageCount: Math.ceil(totals.total / limit), ...totals }
}

/** A database that stores the total may know more than the cap: the response is the same on all. */
function totalsOf({ withCount, countCap }: Counting, found: number): Totals | null {
  if (!withCount) return null
  if (countCap === null) return { total: found }
  return { total: Math.min(found, countCap), totalIs: found > countCap ? 'atLeast' : 'exact' }
}
