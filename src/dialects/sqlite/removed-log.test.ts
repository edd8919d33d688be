import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { driver, Sqlite } from './driver.ts'
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
const removeIndex = () => rmSync(`${file}-shm`)

/** Connections of one process share an index, also one that was deleted. */
function inAnotherProcess(code: string): string {
  const open = `const database = new (require('${driver}'))(${JSON.stringify(file)})`
  return execFileSync(process.execPath, ['-e', `${open}; ${code}; database.close()`], { encoding: 'utf8' })
}

const elsewhere = (text: string) => inAnotherProcess(`database.exec(${JSON.stringify(text)})`)

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

it('refuses writes whose index was deleted, and keeps what was written before', () => {
  add('before')
  removeIndex()
  expect(() => add('after')).toThrow(expect.objectContaining({ message: expect.stringContaining('site.db-shm') }))
  expect(textsLater()).toEqual(['before'])
})

it('leaves alone what another program has written by an index of its own', () => {
  add('before')
  removeIndex()
  elsewhere("insert into notes values ('by another'); pragma wal_checkpoint(truncate)")
  elsewhere("insert into notes values ('by another again')")
  expect(() => add('after')).toThrow(expect.objectContaining({ code: 'LOG_REMOVED' }))
  connection.close()
  reader.close()
  const texts = `JSON.stringify(database.prepare('select text from notes').pluck().all())`
  expect(JSON.parse(inAnotherProcess(`console.log(${texts})`))).toEqual(['before', 'by another', 'by another again'])
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
