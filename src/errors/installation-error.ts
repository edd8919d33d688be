/** A module that is loaded lazily has disappeared, as after `npm ci` under a running server. */

import { ApiError } from './api-error.ts'
import { codeOf } from './code-of.ts'

const MISSING: ReadonlySet<string> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

/** Null for all other errors. */
export function installationError(error: unknown): ApiError | null {
  if (!MISSING.has(codeOf(error))) return null
  return new ApiError('INSTALLATION_CHANGED', { cause: error, headers: { 'retry-after': '10' } })
}
