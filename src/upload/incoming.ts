/**
 * The folder for files whose rows are not committed yet: one for each request inside the uploads folder, so that moving a
 * file into place is a rename on one disk. Its name begins with a dot, so nothing in it is served.
 */

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'

const INCOMING = '.incoming'

/** Longer than any request may take. */
const ABANDONED_AFTER = 60 * 60 * 1_000

/** How often abandoned folders are searched for: each search reads the age of every upload under way. */
const LOOK_EVERY = 10 * 60 * 1_000

/** Works in a folder of its own, which is removed in any case. */
export type WithIncoming = <T>(work: (folder: string) => Promise<T>) => Promise<T>

export function createIncoming(uploads: string, now: () => number = () => performance.now()): WithIncoming {
  const place = join(uploads, INCOMING)
  let nextLook = Number.NEGATIVE_INFINITY
  return async (work) => {
    makeFolder(place)
    if (now() >= nextLook) {
      nextLook = now() + LOOK_EVERY
      await removeAbandoned(place)
    }
    const folder = await mkdtemp(join(place, 'upload-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Removes what killed processes left. By age, because a process may run on another machine. */
async function removeAbandoned(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const folder = join(place, name)
    const found = await stat(folder).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER)
      await rm(folder, { recursive: true, force: true })
  }
}
