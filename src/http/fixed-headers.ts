import type { Headers } from './cors.ts'

/** On every response: browsers must not guess another type for JSON or an uploaded file. */
export const FIXED_HEADERS: Headers = { 'X-Content-Type-Options': 'nosniff' }
