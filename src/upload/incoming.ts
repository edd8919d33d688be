/**
 * Where files wait until their rows are safe: a folder for each request, inside the folder of uploads, so that moving
 * a file into place is a matter of names on one disk. Its name begins with a dot: nothing in it is ever served.
 */

import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const INCOMING = '.incoming'

/** Longer than any request may take. */
const ABANDONED_AFTER = 60 * 60 * 1_000

/** Whatever happens, nothing is left of the folder. */
export async function withIncoming<T>(uploads: string, work: (folder: string) => Promise<T>): Promise<T> {
  const place = join(uploads, INCOMING)
  await mkdir(place, { recursive: true })
  await removeAbandoned(place)
  const folder = await mkdtemp(join(place, 'upload-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What processes that were killed have left. By age: those of other machines cannot be asked whether they live. */
async function removeAbandoned(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const folder = join(place, name)
    const found = await stat(folder).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER)
      await rm(folder, { recursive: true, force: true })
  }
}
