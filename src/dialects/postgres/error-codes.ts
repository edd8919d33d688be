/** PostgreSQL's errors → errors for the caller, or for the operator at startup. */

import { ProjectError, UnreachableError } from '../../config/problem.ts'
import { ApiError } from '../../errors/api-error.ts'
import { codeOf } from '../../errors/code-of.ts'
import { storageError } from '../../errors/storage-error.ts'
import { type BoundLimits, exceeded } from './bounds.ts'
import type { ServerAddress } from './connection-options.ts'
import { isUnsearchable } from './search.ts'
import { SessionNotKept } from './session-check.ts'

const RETRY_SOON = { headers: { 'retry-after': '1' } } as const

/**
 * SQLSTATE classes: 08 connection, 28 refused login, 53 out of resources, 57P server stopping or starting, 40
 * conflicts, 58 system errors.
 */
const UNAVAILABLE = /^(08|28|53|57P|3D000|40001|40P01|58)/
/**
 * The statement exceeded a limit of the server: memory, `temp_file_limit`, `lock_timeout`. This must not count as
 * unavailable: one expensive query would take all replicas and processes out of service.
 */
const TOO_MUCH: ReadonlySet<string> = new Set(['53200', '53400', '55P03'])
const DISK_FULL = '53100'
const READ_ONLY = '25006'
const QUERY_CANCELED = '57014'
const DEADLOCK = '40P01'
/**
 * A column, table, type, function or schema that existed at startup is gone. Without its column, PostgreSQL takes
 * `t0.rank` for the function `rank(t0)`: the wrong kind of function (42809), or an aggregate in the wrong place
 * (42803).
 */
const CHANGED: ReadonlySet<string> = new Set(['42703', '42P01', '42804', '42883', '42809', '42803', '3F000'])
const DENIED = '42501'
/** Corrupted data or an internal error. */
const BROKEN = /^XX/
const TOO_COMPLEX = '54001'
const TOO_LARGE = '54000'
/**
 * Constraints, generated columns, triggers that raise an exception, and values that do not fit a narrower column (class
 * 22). These come from the operator, since Lectern checks its own rules before.
 */
const VIOLATED = /^(22|23|428C9|P0001)/

/** `limits`: the limits enforced inside statements. */
export function translateError(error: unknown, limits: BoundLimits): unknown {
  const beyond = exceeded(error, limits)
  if (beyond !== null) return beyond
  if (isUnsearchable(error)) return new ApiError('SEARCH_UNAVAILABLE', { cause: error })
  if (isLostConnection(error) || isStaleStatement(error) || error instanceof SessionNotKept) {
    return new ApiError('DATABASE_UNAVAILABLE', { cause: error, ...RETRY_SOON })
  }
  const code = codeOf(error)
  if (code === QUERY_CANCELED) return new ApiError('QUERY_TIMEOUT', { cause: error, ...RETRY_SOON })
  if (code === DISK_FULL) return new ApiError('STORAGE_FULL', { cause: error, headers: { 'retry-after': '10' } })
  if (isReadOnly(error)) return new ApiError('STORAGE_READ_ONLY', { cause: error, headers: { 'retry-after': '10' } })
  if (TOO_MUCH.has(code)) return new ApiError('DATABASE_BUSY', { cause: error, ...RETRY_SOON })
  if (UNAVAILABLE.test(code)) return new ApiError('DATABASE_UNAVAILABLE', { cause: error, ...RETRY_SOON })
  if (BROKEN.test(code)) return new ApiError('DATABASE_UNAVAILABLE', { cause: error })
  if (code === DENIED) return new ApiError('DATABASE_DENIED', { cause: error })
  if (CHANGED.has(code)) return new ApiError('SCHEMA_CHANGED', { cause: error, headers: { 'retry-after': '5' } })
  if (code === TOO_COMPLEX) return new ApiError('LIMIT_EXCEEDED', { cause: error })
  if (code === TOO_LARGE) return new ApiError('ANSWER_TOO_LARGE', { cause: error })
  return error
}

/**
 * "Too large" (54000) means in a write that a value does not fit into an index, and in a read that the response is too
 * long. Limits come first, because a write reads its response, too.
 */
export function translateWriteError(error: unknown, limits: BoundLimits): unknown {
  const beyond = exceeded(error, limits)
  if (beyond !== null) return beyond
  const code = codeOf(error)
  const isViolated = VIOLATED.test(code) || code === TOO_LARGE
  return isViolated ? new ApiError('CONSTRAINT_VIOLATED', { cause: error }) : translateError(error, limits)
}

/** A standby refuses to begin a writing transaction, with another code. */
function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY || isUnsupported(error, 'call_bool_check_hook', 'during recovery')
}

/**
 * Whether the server does not support something (0A000), which its code does not name. Its message does, but in the
 * language of the server (`lc_messages`); the routine that raised the error is the same in all of them. Compatible
 * databases may send messages only.
 */
function isUnsupported(error: unknown, routine: string, message: string): boolean {
  if (codeOf(error) !== '0A000' || !(error instanceof Error)) return false
  return ('routine' in error && error.routine === routine) || error.message.includes(message)
}

/** Messages of the driver about connections that were lost or could not be opened. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|The server does not support SSL|Client was closed)/
const WAITED_LONG = /timeout/
/** Ended by an administrator, or by the role's time limit for sessions and transactions. */
const ENDED = /^(08|57P0|25P0[34])/

/** Whether the connection is unusable. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (('syscall' in error && !isOfFile(error)) || error instanceof AggregateError) return true
  return LOST.test(error.message) || ENDED.test(codeOf(error))
}

/**
 * Uploads and archives are written to disk during a transaction: if that disk is full, the database is not to blame.
 */
const isOfFile = (error: Error): boolean => 'path' in error || storageError(error) !== null || codeOf(error) === 'EIO'

/** Whether the same statement is likely to succeed on another connection. Timeouts are not retried. */
export function isRepeatable(error: unknown): boolean {
  // A read deadlocks only with a migration or a restore, which lock many tables.
  if (isStaleStatement(error) || codeOf(error) === DEADLOCK) return true
  return isLostConnection(error) && error instanceof Error && !WAITED_LONG.test(error.message)
}

/** Whether another transaction made this one fail: a deadlock or a serialization failure. */
export function isConflict(error: unknown): boolean {
  return ['40001', DEADLOCK].includes(codeOf(error))
}

/** Whether it failed only because an earlier statement of the transaction had. */
export function isConsequence(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** Whether a lock was not granted in time. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** Whether the server's lock table is full. The hint names the setting in every language. */
export function isOutOfLocks(error: unknown): boolean {
  const hint = error instanceof Error && 'hint' in error ? String(error.hint) : ''
  return codeOf(error) === '53200' && hint.includes('max_locks_per_transaction')
}

/**
 * Whether a prepared statement is not usable: its tables have changed, or the connection has got another session, where
 * it does not exist (26000) or exists already (42P05). A pooler in transaction mode causes the latter.
 */
export function isStaleStatement(error: unknown): boolean {
  const isOfSession = ['26000', '42P05'].includes(codeOf(error))
  return isOfSession || isUnsupported(error, 'RevalidateCachedQuery', 'cached plan')
}

export function isOutage(error: unknown): boolean {
  const translated = translateError(error, { answerSize: 0, populatedRows: 0 })
  return translated instanceof ApiError && translated.status === 503
}

export function unopenable({ place, isDefault }: Address, error: unknown): ProjectError {
  const message = isDefault === true ? `${sentence(place, error)} ${NO_HOST}` : sentence(place, error)
  const problems = [{ file: null, path: null, message }]
  return isTemporary(error) ? new UnreachableError(problems) : new ProjectError(problems)
}

type Address = Pick<ServerAddress, 'place' | 'isDefault'>

const NO_HOST =
  'config/database names neither a host nor a connectionString; a variable that it reads may be missing from .env.'

/** Class 53: out of resources. */
const EXHAUSTED = /^53/

/** Whether waiting may help. It does not if the server has no TLS or a self-signed certificate. */
function isTemporary(error: unknown): boolean {
  const said = error instanceof Error ? error.message : ''
  if (isLostConnection(error)) return !ABOUT_ENCRYPTION.test(said)
  return EXHAUSTED.test(codeOf(error)) || isInterrupted(error)
}

/** Whether a statement, or its wait for a lock, took too long. */
function isInterrupted(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED || isLockTimeout(error)
}

const ABOUT_ENCRYPTION = /SSL|TLS|certificate|self.signed/i

function sentence(place: string, error: unknown): string {
  const said = error instanceof Error ? (messageOf(error) ?? '') : String(error)
  const code = codeOf(error)
  if (error instanceof SessionNotKept) {
    return `The pooler at ${place} gives every transaction another session, as PgBouncer does with pool_mode = transaction; Lectern needs one for each connection. Use the address of the server itself, or a pool in session mode: with Supabase that of port 5432, with Neon the host without "-pooler".`
  }
  if (code === 'ERR_INVALID_URL') return UNREADABLE_URL
  if (error instanceof Error && 'path' in error && 'syscall' in error) {
    return `A file for the connection to the PostgreSQL server at ${place} cannot be read: ${said}. Check sslrootcert, sslcert and sslkey in the URL.`
  }
  if (code === '3D000') return `The PostgreSQL server at ${place} says: ${said}. Create it, or name another one.`
  if (code === '28P01' || code === '28000') {
    return `The PostgreSQL server at ${place} refuses the login: ${said}. Check user, password and the server's pg_hba.conf.`
  }
  if (code === '53300')
    return `The PostgreSQL server at ${place} has no connection left: ${said}. Raise max_connections, or lower pool.max.`
  if (isInterrupted(error)) {
    return `The PostgreSQL server at ${place} does not respond in time: ${said}. Another program may have locked a table.`
  }
  if (ABOUT_ENCRYPTION.test(`${code} ${said}`)) {
    return `No secure connection to the PostgreSQL server at ${place}: ${said}. ${encryptionAdvice(said)}`
  }
  return `The PostgreSQL server at ${place} cannot be reached: ${said}. Start it, or name another database with --database.`
}

/** Messages do not show the URL, because it contains the password. */
const UNREADABLE_URL =
  'The URL of the PostgreSQL server cannot be read: it is postgres://user:password@host:port/database. In user and password, write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25.'

function encryptionAdvice(said: string): string {
  if (/not support SSL/i.test(said)) {
    return 'If the network is trusted, connect without encryption: sslmode=disable in the URL, or ssl: false in config/database.'
  }
  if (/certificate|altnames/i.test(said)) {
    return 'Name the authority that signed its certificate, with sslrootcert=FILE in the URL or ssl.ca in config/database; sslmode=no-verify encrypts without checking the certificate.'
  }
  return 'Check the ssl options in config/database, or sslmode in the URL.'
}

/** If several addresses were tried, the message for the first. */
function messageOf(error: Error): string | undefined {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  return inner instanceof Error ? inner.message : error.message
}
