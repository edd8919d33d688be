/** An error for the caller. `message` and `details` go on the wire; `cause` and `refused` are for the log alone. */

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

/** Who lacks which permission. The response does not say it: it would tell strangers what the content types are called. */
export interface Refused {
  readonly caller: 'public' | 'user' | 'token'
  readonly lacks: string
}
