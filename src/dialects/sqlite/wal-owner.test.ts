import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identityOf } from './file-identity.ts'
import { discardForeignLog, noteOwner } from './wal-owner.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-owner-'))
  file = join(folder, 'site.db')
  for (const path of [file, `${file}-wal`, `${file}-shm`]) writeFileSync(path, 'old')
})
afterEach(() => rmSync(folder, { recursive: true }))

const replace = (path: string) => {
  writeFileSync(`${path}-new`, 'new')
  renameSync(`${path}-new`, path)
}
const left = () => [`${file}-wal`, `${file}-shm`].map((path) => existsSync(path))

describe('discardForeignLog', () => {
  it('breaks a lock that is too old, or in the future because the clock was set back', () => {
    for (const age of [60_000, -60_000]) {
      noteOwner(file, identityOf(file))
      replace(file)
      mkdirSync(`${file}-lectern-lock`)
      const made = (Date.now() - age) / 1_000
      utimesSync(`${file}-lectern-lock`, made, made)
      discardForeignLog(file)
      expect(left()).toEqual([false, false])
      for (const path of [`${file}-wal`, `${file}-shm`]) writeFileSync(path, 'new')
    }
  })

  it('deletes the log of a database that was replaced', () => {
    noteOwner(file, identityOf(file))
    replace(file)
    discardForeignLog(file)
    expect(left()).toEqual([false, false])
    expect(existsSync(file)).toBe(true)
  })

  it('deletes the log last, so that other processes wait until then', () => {
    rmSync(`${file}-wal`)
    mkdirSync(`${file}-wal`)
    noteOwner(file, identityOf(file))
    replace(file)
    // A folder cannot be deleted as a file.
    expect(() => discardForeignLog(file)).toThrow()
    expect(left()).toEqual([true, false])
  })

  it('keeps the log of the current database', () => {
    noteOwner(file, identityOf(file))
    discardForeignLog(file)
    expect(left()).toEqual([true, true])
  })

  it('keeps a log that came with the new database', () => {
    noteOwner(file, identityOf(file))
    replace(file)
    replace(`${file}-wal`)
    discardForeignLog(file)
    expect(left()).toEqual([true, true])
  })

  it('keeps a log without a noted owner, and notes none for a database that was replaced meanwhile', () => {
    const opened = identityOf(file)
    replace(file)
    noteOwner(file, opened)
    discardForeignLog(file)
    expect(left()).toEqual([true, true])
  })
})
