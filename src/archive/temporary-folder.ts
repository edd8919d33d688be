/**
 * A folder for files that are not complete yet, on the disk where they will be. It is removed when the process ends; what a
 * killed process left is removed by the next process that creates such a folder in the same place.
 */

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { archiveError } from './archive.ts'

const WITH_FILES = { recursive: true, force: true } as const

/** How often removal is tried: a write that was under way when the process was stopped may add a file in between. */
const ATTEMPTS = 1_000

/** Milliseconds: a running process writes more often than this. */
const ABANDONED_AFTER = 60 * 60 * 1_000

/** `place`: the folder that it is made in; `prefix`: how its name begins. */
export async function createTemporaryFolder(place: string, prefix: string) {
  await removeAbandoned(place, prefix)
  // Synchronously together with registering its removal: a process that exits in between would leave it behind.
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

/** By age, because a process may run on another machine. A copy of a database is large: nightly ones would fill the disk. */
async function removeAbandoned(place: string, prefix: string): Promise<void> {
  for (const name of (await readdir(place)).filter((each) => each.startsWith(prefix))) {
    const folder = join(place, name)
    if (Date.now() - (await lastChange(folder)) > ABANDONED_AFTER) await rm(folder, WITH_FILES).catch(() => undefined)
  }
}

/** The latest change of the folder and of what is in it, in milliseconds. */
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
 * Synchronously after `onComplete`, which may throw to prevent it: a signal is handled before or after, never in between.
 * Another run may have written the file in the meantime, which a rename would replace.
 */
export async function putInPlace(complete: string, file: string, onComplete: () => void): Promise<void> {
  refuseTaken(file)
  onComplete()
  renameSync(complete, file)
  await syncFolder(dirname(file))
}

/** While the process exits: there is no time to wait for anything. */
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
