import type BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Sqlite } from './driver.ts'
import { createRevisionsOf } from './revisions.ts'

let connection: BetterSqlite3.Database
beforeEach(() => {
  connection = new Sqlite(':memory:')
  connection.exec('create table notes (text)')
})
afterEach(() => connection.close())

/** A connection with another version each time, as if its log index were not writable. */
function restless(): BetterSqlite3.Database {
  let version = 0
  const prepare = (text: string) =>
    text === 'pragma data_version' ? { pluck: () => ({ get: () => version++ }) } : connection.prepare(text)
  return Object.assign(Object.create(connection), { prepare })
}

describe('createRevisionsOf', () => {
  it('has the same revision of a table until a write', () => {
    const revisions = createRevisionsOf(connection)
    expect(revisions.ofTables().of('notes')).toBe(revisions.ofTables().of('notes'))
    expect(revisions.ofTables().of('notes')).not.toBeNull()
  })

  it('gives up if the version changes all the time: then nothing can be cached', () => {
    const { revision, of } = createRevisionsOf(restless()).ofTables()
    expect(of('notes')).toBeNull()
    expect(createRevisionsOf(restless()).ofTables().revision).not.toBe(revision)
  })
})
