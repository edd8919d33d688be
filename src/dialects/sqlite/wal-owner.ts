/**
 * Records which database a write-ahead log belongs to. SQLite finds a log only by its name (`site.db-wal`): if another
 * file is renamed to `site.db`, SQLite would replay the old file's log over it. So a file beside the database
 * (`site.db-lectern`) notes which log belongs to which database. Before a database is opened, a log of another one is
 * deleted, even after a crash.
 */

import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { codeOf } from '../../errors/code-of.ts'
import { blockThread } from './block-thread.ts'
import { identityOf } from './file-identity.ts'

/**
 * Milliseconds after which the lock of a dead process is broken; it is normally held for less than one. A lock with a
 * time in the future is broken as well: the clock was set back.
 */
const STALE_LOCK = 5_000
const LOCK_PAUSE = 10

interface Owner {
  readonly database: string | null
  readonly log: string | null
  readonly index: string | null
}

const noteOf = (file: string): string => `${file}-lectern`

/** The identities of the current files. */
function ownerOf(file: string): Owner {
  return { database: identityOf(file), log: identityOf(`${file}-wal`), index: identityOf(`${file}-shm`) }
}

/** Call this with an open connection, while its log exists. `opened`: the identity of the open database. */
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
    // A full disk must not prevent reads. The note is written at the next start.
    rmSync(beside, { force: true })
  }
}

/** Deletes the log if it belongs to another database. Call this before a connection is opened. */
export function discardForeignLog(file: string): void {
  if (!isForeign(file)) return
  // With a lock: otherwise another process might open the new file and create its own log between check and deletion.
  const unlock = lock(`${noteOf(file)}-lock`)
  try {
    const owner = isForeign(file)
    if (owner === null) return
    // The log is deleted last: while it exists, other processes see that the deletion is not finished, and wait.
    if (identityOf(`${file}-shm`) === owner.index) rmSync(`${file}-shm`, { force: true })
    rmSync(`${file}-wal`, { force: true })
  } finally {
    unlock()
  }
}

/** The noted owner of the log, if that is not the current database. */
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
