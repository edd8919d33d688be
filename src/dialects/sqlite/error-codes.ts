/** SQLite's errors → errors for the caller, or for the operator at startup. */

import { type Stats, statSync } from 'node:fs'
import { limitExceeded } from '../../config/limit-exceeded.ts'
import { ProjectError, UnreachableError } from '../../config/problem.ts'
import { ApiError } from '../../errors/api-error.ts'
import { codeOf } from '../../errors/code-of.ts'
import { systemProblem } from '../../files/system-problem.ts'
import { driverSentence } from './driver-sentence.ts'
import { isWithoutIndex } from './search.ts'

/** Another file has replaced the open one at its path. */
export const REPLACED = 'SQLITE_READONLY_DBMOVED'

/** The open write-ahead log, or its index, was deleted or replaced. */
export const LOG_REMOVED = 'LOG_REMOVED'

/** A table or column that existed at startup is gone. */
const MISSING = /^(?:no such (?:table|column): |table \S+ has no column named )/

/** Most bound values in one statement: https://www.sqlite.org/limits.html. Facets repeat the values of the filters. */
const MOST_VALUES = 32_766

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')
}

/** The shared-memory file (`-shm`) needs disk space, too. */
function isFull(error: unknown): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(codeOf(error))
}

/** For errors after which a retry may succeed. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('DATABASE_UNAVAILABLE', { cause, headers: { 'retry-after': '1' } })
}

/** Another program has been writing for too long. Reads continue, so the database is not unavailable. */
export function lockedByOthers(cause: unknown): ApiError {
  return new ApiError('DATABASE_BUSY', { cause, headers: { 'retry-after': '1' } })
}

export function translateError(error: unknown): unknown {
  const code = codeOf(error)
  if (isBusy(error) || code === REPLACED || code === LOG_REMOVED) return unavailable(error)
  if (isFull(error)) {
    return new ApiError('STORAGE_FULL', { cause: error, headers: { 'retry-after': '10' } })
  }
  if (isReadOnly(code)) {
    return new ApiError('STORAGE_READ_ONLY', { cause: error, headers: { 'retry-after': '10' } })
  }
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_CANTOPEN')) {
    return new ApiError('DATABASE_UNAVAILABLE', { cause: error })
  }
  if (isWithoutIndex(error)) return new ApiError('SEARCH_UNAVAILABLE', { cause: error })
  const message = error instanceof Error ? error.message : ''
  if (message === 'too many SQL variables') return limitExceeded('queryValues', MOST_VALUES)
  if (MISSING.test(message)) return new ApiError('SCHEMA_CHANGED', { cause: error })
  // Constraints and triggers of the operator, since Lectern checks its own rules before.
  if (code.startsWith('SQLITE_CONSTRAINT')) return new ApiError('CONSTRAINT_VIOLATED', { cause: error })
  if (code === 'SQLITE_TOOBIG') return new ApiError('ANSWER_TOO_LARGE', { cause: error })
  return error
}

export function isOutage(error: unknown): boolean {
  const translated = translateError(error)
  return translated instanceof ApiError && translated.status === 503
}

export function unopenable(file: string, error: unknown): ProjectError {
  const problems = [{ file: null, path: null, message: sentence(file, error) }]
  return isFull(error) ? new UnreachableError(problems) : new ProjectError(problems)
}

function sentence(file: string, error: unknown): string {
  const code = codeOf(error)
  if (isFull(error))
    return `The disk of ${file} is full: opening a database needs 40 kB of disk space. Free some space.`
  if (isFolder(file))
    return `The database ${file} is a folder. Name a file in it, in config/database or with --database.`
  if (code === 'SQLITE_NOTADB') return `The file ${file} is not a SQLite database. Give another one with --database.`
  if (isBusy(error)) {
    return `The database ${file} is locked by another program. Stop that program, or wait until it is done, and start again.`
  }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return `The database ${file} is damaged. Restore it from a backup, or check it with: sqlite3 ${file} "pragma integrity_check"`
  }
  if (code.startsWith('SQLITE_CANTOPEN') && isThere(file)) {
    return `The database ${file} exists, but the user that runs Lectern may not open it. Let that user read and write the file and its folder, which cannot be on a read-only disk.`
  }
  if (isReadOnly(code)) {
    return `The database ${file} can be read, but the user that runs Lectern may not write to it, or to its folder, where SQLite keeps its log. Let that user read and write both; neither can be on a read-only disk.`
  }
  const ofSystem = systemProblem(error)
  if (ofSystem !== null) return `The database cannot be opened. ${ofSystem}`
  if (code.startsWith('SQLITE_CANTOPEN') || error instanceof TypeError) {
    return `There is no database at ${file}, or its folder cannot be read. Strapi creates its own when it starts; without Strapi, lectern serve and lectern migrate create one (in a program, openProject with migrate: true). If the database is another file, name it with --database.`
  }
  const message = error instanceof Error ? error.message : String(error)
  return driverSentence(code, message, process.versions) ?? `The database ${file} cannot be opened: ${message}.`
}

const isReadOnly = (code: string) => code.startsWith('SQLITE_READONLY') && code !== REPLACED

const isThere = (path: string) => statsOf(path) !== undefined

const isFolder = (path: string) => statsOf(path)?.isDirectory() === true

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // Missing, or the path is invalid: a part of it is a file, or a name is too long.
    return undefined
  }
}
