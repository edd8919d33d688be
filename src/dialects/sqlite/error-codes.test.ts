import { describe, expect, it } from 'vitest'
import { unopenable } from './error-codes.ts'

describe('unopenable', () => {
  it.each([
    ['Could not locate the bindings file. Tried:\n → /x/better_sqlite3.node', undefined, /is not built.*npm rebuild/],
    [
      'The module was compiled against NODE_MODULE_VERSION 115',
      'ERR_DLOPEN_FAILED',
      /another version of Node.*npm rebuild/,
    ],
    ['file is not a database', 'SQLITE_NOTADB', /site\.db is not a SQLite database/],
    ['unable to open database file', 'SQLITE_CANTOPEN', /There is no database at site\.db/],
    ['disk I/O error', 'SQLITE_IOERR', /site\.db cannot be opened: disk I\/O error\.$/],
  ])('says what to do about "%s"', (message, code, expected) => {
    const { problems } = unopenable('site.db', Object.assign(new Error(message), { code }))
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringMatching(expected)])
  })
})
