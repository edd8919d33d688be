/** Rows → the response. Entries are finished JSON texts; they are joined, never parsed. */

import { isUtf8 } from 'node:buffer'
import { ApiError } from '../errors/api-error.ts'
import type { Row } from '../execute/database.ts'
import type { CursorPage, NumberedPage, Page } from '../parse/parse-pagination.ts'
import type { SearchTerm } from '../parse/parse-search.ts'
import type { Body } from '../request/body.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { QUERY_TYPES } from '../request/query-in-body.ts'
import { shownPage } from './cursor-page.ts'
import { matchesIn } from './matches.ts'
import { cursorMeta, numberedMeta, type PageMeta } from './page-meta.ts'

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' } as const

export interface BesidePage {
  readonly total: number
  /** Finished JSON, too; null without facets. */
  readonly facets: string | null
  /** The search terms, if matches are shown. */
  readonly terms: readonly SearchTerm[] | null
}

export function respondList(rows: readonly Row[], page: NumberedPage, beside: BesidePage): HttpResponse {
  return list(rows, numberedMeta(page, beside.total), beside, POSITION)
}

/** `order`: the digest of the order, for its cursors. */
export function respondCursorList(
  found: readonly Row[],
  page: CursorPage,
  order: string,
  beside: BesidePage,
): HttpResponse {
  const { rows, ...neighbours } = shownPage(found, page, order)
  return list(rows, cursorMeta(page, neighbours, beside.total), beside, POSITION + 1)
}

/** The column after the entry: a page by cursor has positions there. */
const POSITION = 2

/** In a column of the first row. */
export function facetsIn(rows: readonly Row[], { kind }: Page): string {
  return String(rows[0]?.[kind === 'cursor' ? POSITION + 1 : POSITION] ?? '{}')
}

/** `after`: the first column after entries and positions. Facets are in it, and matches follow. */
function list(rows: readonly Row[], pagination: PageMeta, { facets, terms }: BesidePage, after: number): HttpResponse {
  const counted = facets === null ? '' : `,"facets":${facets}`
  const matches = terms === null ? '' : `,"matches":${matchesIn(rows, terms, facets === null ? after : after + 1)}`
  const beside = `${counted}${matches}`
  const meta = `],"meta":{"pagination":${pagination}${beside}}}`
  return json(around('{"data":[', joinedIn(rows) ?? bodies(rows).join(','), meta))
}

export function respondEntry(rows: readonly Row[], status = 200): HttpResponse {
  return json(around('{"data":', joinedIn(rows) ?? onlyBody(rows), ',"meta":{}}'), status)
}

/** All entries, where the database has joined them: as UTF-8, so that they become no text on their way to the socket. */
function joinedIn([row]: readonly Row[]): Buffer | null {
  const joined = row?.[1]
  if (!Buffer.isBuffer(joined)) return null
  // A SQLite file may contain invalid UTF-8. Decoding replaces it by U+FFFD, so that all clients get the same.
  return isUtf8(joined) ? joined : Buffer.from(joined.toString())
}

function around(before: string, entries: string | Buffer, after: string): Body {
  return typeof entries === 'string' ? `${before}${entries}${after}` : [before, entries, after]
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

export function respondNumber(number: number): HttpResponse {
  return json(String(number))
}

/** Private: for the caller only, not for shared caches. */
export function respondLogin(jwt: string, user: readonly Row[]): HttpResponse {
  return respondPrivately(`{"jwt":${JSON.stringify(jwt)},"user":${onlyBody(user)}}`)
}

/** JSON that must not be stored. */
export function respondPrivately(body: string): HttpResponse {
  const { headers, ...answer } = json(body)
  return { ...answer, headers: { ...headers, 'cache-control': 'no-store' } }
}

/** 204: healthy, or deleted. Without the header, shared caches may keep it, and a server that is gone stays healthy. */
export function respondNothing(): HttpResponse {
  return { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
}

/** 204: ready. 200: content can be read, but not written; the body has the code of the error. */
export function respondReady(unwritable: ApiError | null): HttpResponse {
  if (unwritable === null) return respondNothing()
  return respondPrivately(JSON.stringify({ ready: true, writable: false, code: unwritable.code }))
}

/** `Accept-Query` where queries may be in bodies. */
export function respondOptions(allow: string): HttpResponse {
  const accepted = allow.includes('QUERY') ? { 'accept-query': QUERY_TYPES } : {}
  return { status: 200, headers: { allow, ...accepted, 'content-type': 'text/plain; charset=utf-8' }, body: '' }
}

function json(body: Body, status = 200): HttpResponse {
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
