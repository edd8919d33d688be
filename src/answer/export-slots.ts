/**
 * Limits the number of concurrent exports in this process. Each needs a snapshot, and a connection or a child process.
 */

import { ApiError } from '../errors/api-error.ts'

/** `Retry-After`, in seconds. */
const RETRY_AFTER = '10'

export interface ExportSlots {
  /** Throws if all slots are taken. Call the returned function when the export ends. */
  take(): () => void
}

export function createExportSlots(most: number): ExportSlots {
  let taken = 0
  return {
    take() {
      if (taken >= most) throw tooMany(most)
      taken += 1
      return () => {
        taken -= 1
      }
    },
  }
}

function tooMany(maximum: number): ApiError {
  return new ApiError('TOO_MANY_EXPORTS', {
    details: { limit: 'exports', maximum },
    headers: { 'retry-after': RETRY_AFTER },
  })
}
