/** A folder for files that are not complete yet, on the disk where they will be. It goes with the process, however that ends. */

import { rmSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

const WITH_FILES = { recursive: true, force: true } as const

/** Each one that fails has met another file, of the writes that were under way when the process was stopped. */
const ATTEMPTS = 1_000

/** `place`: the folder that it is made in; `prefix`: how its name begins. */
export async function createWorkshop(place: string, prefix: string) {
  const path = await mkdtemp(join(place, prefix))
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

/** Makes a rename in the folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

function removeNow(path: string): void {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      rmSync(path, WITH_FILES)
      return
    } catch {
      // The process is exiting: the error cannot be reported.
    }
  }
}
