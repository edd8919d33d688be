/** Index advice for the explorer, for one read at a time, because trying indexes puts load on the database. */

import { ProjectError } from '../config/problem.ts'
import { ApiError } from '../errors/api-error.ts'

/** Rejects with DATABASE_BUSY while another request is being advised. */
export type Adviser = <Value>(advise: () => Promise<Value>) => Promise<Value>

/** `Retry-After`, in seconds. */
const RETRY_AFTER = '5'

export function createAdviser(): Adviser {
  let isBusy = false
  return async (advise) => {
    if (isBusy) throw new ApiError('DATABASE_BUSY', { headers: { 'retry-after': RETRY_AFTER } })
    isBusy = true
    try {
      return await advise()
    } catch (error) {
      // The database could not be copied for the trial.
      throw error instanceof ProjectError ? new ApiError('DATABASE_UNAVAILABLE', { cause: error }) : error
    } finally {
      isBusy = false
    }
  }
}
