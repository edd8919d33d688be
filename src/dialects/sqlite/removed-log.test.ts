import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Sqlite } from './driver.ts'
import { connectForWriting, type WritingConnection } from './writing-connection.ts'

let folder: string
let file: string
let connection: WritingConnection
let reader: InstanceType<typeof Sqlite>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-removed-log-'))
  file = join(folder, 'site.db')
  connection = connectForWriting({ file, populatedRows: 1 })
  write('create table notes (text)')
  // A reader like that of a server: it prevents SQLite from moving the log to the database when the other connection is
  // closed.
  reader = new Sqlite(file, { readonly: true })
  reader.prepare('select * from notes').all()
})
afterEach(() => {
  connection.close()
  reader.close()
  rmSync(folder, { recursive: true, force: true })
})

function write(text: string): void {
  connection.do('begin')
  connection.do({ text, values: [] })
  connection.do('commit')
}

const add = (text: string) => write(`insert into notes values ('${text}')`)
const removeLog = () => rmSync(`${file}-wal`)

/** What another program reads after all connections are closed. */
function textsLater(): readonly unknown[] {
  connection.close()
  reader.close()
  const later = new Sqlite(file)
  try {
    return later.prepare('select text from notes').pluck().all()
  } finally {
    later.close()
  }
}

const REFUSED = expect.objectContaining({
  code: 'LOG_REMOVED',
  message: expect.stringContaining('site.db-wal'),
})

it('refuses writes after the log was deleted, and saves what was written before', () => {
  add('before')
  removeLog()
  expect(() => add('after')).toThrow(REFUSED)
  expect(() => add('again')).toThrow(REFUSED)
  expect(textsLater()).toEqual(['before'])
})

it('refuses to commit a transaction that began before', () => {
  add('before')
  connection.do('begin')
  connection.do({ text: "insert into notes values ('half')", values: [] })
  removeLog()
  expect(() => connection.do('commit')).toThrow(REFUSED)
  connection.do('rollback')
  expect(textsLater()).toEqual(['before'])
})

it('saves what was written if it is closed without another write', () => {
  add('before')
  removeLog()
  expect(textsLater()).toEqual(['before'])
})

it('refuses writes if another log is at the path', () => {
  add('before')
  removeLog()
  writeFileSync(`${file}-wal`, '')
  expect(() => add('after')).toThrow(REFUSED)
})

it('empties the log when it is closed, even if readers still have the file open', () => {
  add('before')
  connection.do('begin')
  connection.do({ text: "insert into notes values ('half')", values: [] })
  connection.close()
  const copy = join(folder, 'copy.db')
  copyFileSync(file, copy)
  const copied = new Sqlite(copy)
  expect(copied.prepare('select text from notes').pluck().all()).toEqual(['before'])
  copied.close()
})
