import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, connectLike } from './connect.ts'
import { identityOf } from './file-identity.ts'
import { openInPlace } from './open-in-place.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-in-place-'))
  file = join(folder, 'site.db')
  create(file, 'old')
})
afterEach(() => rmSync(folder, { recursive: true }))

function create(path: string, text: string): void {
  const connection = new BetterSqlite3(path)
  connection.pragma('journal_mode = wal')
  connection.exec(`create table notes (text); insert into notes values ('${text}')`)
  connection.close()
}

function replace(): void {
  create(join(folder, 'new.db'), 'new')
  renameSync(join(folder, 'new.db'), file)
}

const textIn = (connection: BetterSqlite3.Database) => connection.prepare('select text from notes').pluck().get()

/** Opens the file; each attempt is interrupted by one of the events. */
function openWhile(...events: (() => void)[]) {
  const tries: BetterSqlite3.Database[] = []
  const opened = openInPlace(file, () => {
    const connection = new BetterSqlite3(file, { readonly: true })
    tries.push(connection)
    connection.prepare('select count(*) from sqlite_master').get()
    events.shift()?.()
    return connection
  })
  return { ...opened, tries }
}

describe('openInPlace', () => {
  it('identifies the open file', () => {
    const { connection, identity } = openWhile()
    expect(identity).toBe(identityOf(file))
    expect(textIn(connection)).toBe('old')
    connection.close()
  })

  it('opens the file again if it was replaced meanwhile, and closes the first', () => {
    const { connection, identity, tries } = openWhile(replace, replace)
    expect(tries.map(({ open }) => open)).toEqual([false, false, true])
    expect(identity).toBe(identityOf(file))
    expect(textIn(connection)).toBe('new')
    connection.close()
  })

  it('ignores an error about a replaced file, but reports one about the current file', () => {
    const fail = () => {
      throw new Error('malformed')
    }
    const { connection } = openWhile(() => {
      replace()
      fail()
    })
    expect(textIn(connection)).toBe('new')
    connection.close()
    expect(() => openWhile(fail)).toThrow('malformed')
  })
})

describe('connectLike', () => {
  it('opens the file that the other process has open, and no other', () => {
    const { connection, identity } = connect(file, 1)
    const task = { file, identity, populatedRows: 1 }
    connectLike(task).connection.close()
    replace()
    expect(() => connectLike(task)).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY_DBMOVED' }))
    expect(textIn(connection)).toBe('old')
    connection.close()
  })
})
