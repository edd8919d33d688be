import type { Headers } from './cors.ts'

/** On every response: no browser may take JSON, or an uploaded file, for something else. */
export const FIXED_HEADERS: Headers = { 'X-Content-Type-Options': 'nosniff' }
