/**
 * Another server, or `lectern migrate`, may have just switched Draft & Publish or locales. A write that still follows the
 * old content types would leave drafts or locales that no longer exist.
 */

import { ApiError } from '../errors/api-error.ts'
import type { Run } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render } from '../sql/sql.ts'
import { readStamp } from './own-record.ts'

export interface KnownMigration {
  readonly dialect: Dialect
  /** Identifies the migration that the project was opened after; null where there is no record. */
  readonly stamp: string | null
  /** Whether this project does not know what the database has now. */
  isOutdated(): Promise<boolean>
}

/** To be run first in the transaction of a write: from then on, migrations wait for its end. */
export function createRefuseOutdated({ dialect, stamp, isOutdated }: KnownMigration): (run: Run) => Promise<void> {
  let known = stamp
  return async (run) => {
    if (known === null) return
    // Statements run in the order of the calls, so the stamp is read under the lock.
    const lock = dialect.locks === null ? null : run(render(dialect.locks.content, dialect))
    const [found] = await Promise.all([readStamp(run, dialect), lock])
    if (found === known) return
    if (await isOutdated()) throw outdated()
    known = found
  }
}

/** By `lectern migrate`, another server, or Strapi where it made the database: which of them is not known. */
export function outdated(): ApiError {
  const message = 'The database has other content types now than the schema files that the server reads'
  return new ApiError('SCHEMA_CHANGED', { message, headers: { 'retry-after': '5' } })
}
