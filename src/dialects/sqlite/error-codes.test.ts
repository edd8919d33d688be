import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { UnreachableError } from '../../config/problem.ts'
import { translateError, unopenable } from './error-codes.ts'

describe('unopenable', () => {
  it.each([
    ["Cannot find module 'better-sqlite3'", 'MODULE_NOT_FOUND', /is not installed.*npm install --include=optional/],
    ['file is not a database', 'SQLITE_NOTADB', /site\.db is not a SQLite database/],
    ['unable to open database file', 'SQLITE_CANTOPEN', /There is no database at site\.db/],
    ['disk I/O error', 'SQLITE_IOERR_SHMSIZE', /The disk of site\.db is full.*Free some space/],
    ['database or disk is full', 'SQLITE_FULL', /The disk of site\.db is full.*Free some space/],
    ['attempt to write a readonly database', 'SQLITE_READONLY', /site\.db can be read, but .*not write.*Let that user/],
    ['disk I/O error', 'SQLITE_IOERR', /site\.db cannot be opened: disk I\/O error\.$/],
  ])('explains what to do about "%s"', (message, code, expected) => {
    const { problems } = unopenable('site.db', Object.assign(new Error(message), { code }))
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringMatching(expected)])
  })
})

it('says that a folder is not a database', () => {
  const { problems } = unopenable(import.meta.dirname, new Error('disk I/O error'))
  expect(problems[0]?.message).toMatch(/is a folder\. Name a file in it/)
})

it('distinguishes a file that may not be opened from a missing one', () => {
  const failure = Object.assign(new Error('unable to open database file'), { code: 'SQLITE_CANTOPEN' })
  const { problems } = unopenable(import.meta.filename, failure)
  expect(problems[0]?.message).toMatch(
    /exists, but the user that runs Lectern may not open it\. Let that user read .* read-only disk\.$/,
  )
})

it('waits at startup only for a full disk', () => {
  const failure = (code: string) => unopenable('site.db', Object.assign(new Error('disk I/O error'), { code }))
  expect(failure('SQLITE_IOERR_SHMSIZE')).toBeInstanceOf(UnreachableError)
  expect(failure('SQLITE_IOERR')).not.toBeInstanceOf(UnreachableError)
})

describe('translateError', () => {
  it('reports a statement with too many bound values as a query with too many values', () => {
    const connection = new BetterSqlite3(':memory:')
    const prepared = (values: number) => {
      try {
        return connection.prepare(`select 1 where 1 in (${Array(values).fill('?').join()})`)
      } catch (error) {
        return translateError(error)
      }
    }
    expect(prepared(32_766)).toHaveProperty('reader', true)
    expect(prepared(32_767)).toMatchObject({ status: 400, details: { limit: 'queryValues', maximum: 32_766 } })
    connection.close()
  })
})
