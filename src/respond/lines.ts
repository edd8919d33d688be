/** Entries as lines of JSON (NDJSON), and the line that ends them. */

import type { HttpResponse } from '../request/http-request.ts'
import { errorOf } from './error-body.ts'

const LINES_TYPE = 'application/x-ndjson; charset=utf-8'

/** `ending`: aborted when it has to end before its last line. */
export function respondLines(chunks: () => AsyncIterable<string>, ending: AbortSignal): HttpResponse {
  const headers = { 'content-type': LINES_TYPE, vary: 'Authorization, Strapi-Response-Format, Accept-Encoding' }
  return { status: 200, headers, body: '', stream: { isLive: false, chunks, ending } }
}

/** Without this line, the export is not complete. `revision`: a digest of the lines before it, and of nothing that they do not show. */
export function endLine(total: number, revision: string): string {
  return `${JSON.stringify({ end: { total, revision } })}\n`
}

export function errorLine(error: unknown): string {
  return `${JSON.stringify({ error: errorOf(error) })}\n`
}
