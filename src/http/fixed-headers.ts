import type { HttpResponse } from '../request/http-request.ts'
import type { Headers } from './cors.ts'

/** On every response: no browser may take JSON, or an uploaded file, for something else. */
export const FIXED_HEADERS: Headers = { 'X-Content-Type-Options': 'nosniff' }

export function withFixed(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, ...FIXED_HEADERS } }
}
