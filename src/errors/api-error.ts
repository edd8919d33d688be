/** An error for the caller. `message` and `details` go on the wire; `cause` is for the log alone. */

import { ERRORS, type ErrorCode } from './codes.ts'

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause })
    this.name = ERRORS[code].name
    this.code = code
    this.status = ERRORS[code].status
    this.details = options.details ?? {}
    this.headers = options.headers ?? {}
  }
}

export interface ApiErrorOptions {
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}
