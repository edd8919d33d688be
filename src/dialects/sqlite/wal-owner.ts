/**
 * Which database a write-ahead log belongs to. SQLite finds a log by its name alone (`site.db-wal`): when another file is
 * renamed to `site.db`, it would replay the log of the old one over it. So a file beside the database (`site.db-lectern`)
 * notes which log belongs to which database, and the log of one that is no longer there is deleted before the
 * new one is opened: also by the first process after a crash.
 */

import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { codeOf } from '../../errors/code-of.ts'
import { blockThread } from './block-thread.ts'
import { identityOf } from './file-identity.ts'

/**
 * A lock whose owner died is broken after so many milliseconds; it is held for less than one. So is one with a time in the
 * future: the clock was set back.
 */
const STALE_LOCK = 5_000
const LOCK_PAUSE = 10

interface Owner {
  readonly database: string | null
  readonly log: string | null
  readonly index: string | null
}

const noteOf = (file: string): string => `${file}-lectern`

/** The files as they are now. */
function ownerOf(file: string): Owner {
  return { database: identityOf(file), log: identityOf(`${file}-wal`), index: identityOf(`${file}-shm`) }
}

/** Called with an open connection, while its log is there. `opened`: the database that it has open. */
export function noteOwner(file: string, opened: string | null): void {
  const owner = ownerOf(file)
  if (owner.log === null || owner.database === null || owner.database !== opened) return
  const text = JSON.stringify(owner)
  if (text === readNote(file)) return
  const beside = `${noteOf(file)}-${process.pid}-${Math.random().toString(36).slice(2)}`
  try {
    writeFileSync(beside, text)
    renameSync(beside, noteOf(file))
  } catch {
    // A full disk must not prevent reads; the note is written at the next startup.
    rmSync(beside, { force: true })
  }
}

/** Deletes the log of another database. Called before a connection is opened. */
export function discardForeignLog(file: string): void {
  if (!isForeign(file)) return
  // Between the check and the deletion another process may have opened the new file and created its own log.
  const unlock = lock(`${noteOf(file)}-lock`)
  try {
    const owner = isForeign(file)
    if (owner === null) return
    // The log is deleted last: as long as it exists, other processes see that the deletion is not finished, and wait.
    if (identityOf(`${file}-shm`) === owner.index) rmSync(`${file}-shm`, { force: true })
    rmSync(`${file}-wal`, { force: true })
  } finally {
    unlock()
  }
}

/** The owner of the log, if that is not the current database. */
function isForeign(file: string): Owner | null {
  const text = readNote(file)
  if (text === null) return null
  const owner = JSON.parse(text) as Owner
  const now = ownerOf(file)
  return owner.database !== now.database && owner.log !== null && owner.log === now.log ? owner : null
}

function readNote(file: string): string | null {
  try {
    return readFileSync(noteOf(file), 'utf8')
  } catch {
    return null
  }
}

function lock(folder: string): () => void {
  for (;;) {
    try {
      mkdirSync(folder)
      return () => rmdirSync(folder)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      const held = statSync(folder, { throwIfNoEntry: false })
      if (held !== undefined && Math.abs(Date.now() - held.mtimeMs) > STALE_LOCK)
        rmSync(folder, { recursive: true, force: true })
      blockThread(LOCK_PAUSE)
    }
  }
}
