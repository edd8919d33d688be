/** An error for the caller. `message` and `details` are sent; `cause` and `refused` are only for the log. */

import { ERRORS, type ErrorCode } from './codes.ts'
import { shortenText, shortenTexts } from './shorten-texts.ts'

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly refused: Refused | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(shortenText(options.message ?? ERRORS[code].message), { cause: options.cause })
    this.name = ERRORS[code].name
    this.code = code
    this.status = ERRORS[code].status
    this.details = shortenTexts(options.details ?? {})
    this.headers = options.headers ?? {}
    this.refused = options.refused
  }
}

export interface ApiErrorOptions {
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
  readonly refused?: Refused | undefined
}

/**
 * The missing permission, and who lacks it. Not part of the response, because it would reveal the names of content
 * types.
 */
export interface Refused {
  readonly caller: 'public' | 'user' | 'token'
  readonly lacks: string
}
