/**
 * A folder for incomplete files, on the same disk as their final place. It is removed when the process exits. If a
 * process was killed, the next one that creates such a folder here removes it.
 */

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { archiveError } from './archive.ts'

const WITH_FILES = { recursive: true, force: true } as const

/** How often removal is tried: an unfinished write may still add a file in between. */
const ATTEMPTS = 1_000

/** Milliseconds. A running process writes more often than this, so an older folder is abandoned. */
const ABANDONED_AFTER = 60 * 60 * 1_000

/** `place`: the parent folder; `prefix`: how the name begins. */
export async function createTemporaryFolder(place: string, prefix: string) {
  await removeAbandoned(place, prefix)
  // Synchronous, so that the process cannot exit between creating the folder and registering its removal.
  const path = mkdtempSync(join(place, prefix))
  const clear = () => removeNow(path)
  process.once('exit', clear)
  return {
    path,
    async remove(): Promise<void> {
      process.off('exit', clear)
      await rm(path, WITH_FILES)
    },
  }
}

/**
 * Decides by age, because the other process may run on another machine. Copies of databases are large: nightly ones
 * would fill the disk.
 */
async function removeAbandoned(place: string, prefix: string): Promise<void> {
  for (const name of (await readdir(place)).filter((each) => each.startsWith(prefix))) {
    const folder = join(place, name)
    if (Date.now() - (await lastChange(folder)) > ABANDONED_AFTER) await rm(folder, WITH_FILES).catch(() => undefined)
  }
}

/** The latest change of the folder and its files, in milliseconds. */
async function lastChange(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const paths = [folder, ...names.map((name) => join(folder, name))]
  const times = await Promise.all(paths.map((path) => stat(path).then(({ mtimeMs }) => mtimeMs, Date.now)))
  return Math.max(...times)
}

/** Makes a rename in the folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

export function refuseTaken(file: string): void {
  if (!existsSync(file)) return
  throw archiveError(file, null, 'This file exists already; delete it, or choose another name.')
}

/**
 * Synchronous after `onComplete`, so that a signal is handled before or after, never in between. Checks again for the
 * file, which another run may have written meanwhile: a rename would replace it.
 */
export async function putInPlace(complete: string, file: string, onComplete: () => void): Promise<void> {
  refuseTaken(file)
  onComplete()
  renameSync(complete, file)
  await syncFolder(dirname(file))
}

/** For the exit of the process, when there is no time to wait. */
export function removeNow(path: string): void {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      rmSync(path, WITH_FILES)
      return
    } catch {
      // The process is exiting: the error cannot be reported.
    }
  }
}
