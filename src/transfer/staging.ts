/**
 * Uploaded files of an archive, in a folder of their own until the rows are committed. Moving them into place is a
 * rename on one disk, and can be undone.
 */

import { createWriteStream, existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { removeNow } from '../archive/temporary-folder.ts'
import { codeOf } from '../errors/code-of.ts'
import { makeFolder } from '../files/make-folder.ts'
import { createUndoableMoves, type UndoableMoves } from '../upload/undoable-moves.ts'

export interface Staging {
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Moves all to where they belong. */
  place(): Promise<void>
  /** Undoes all moves, and restores what was there before. */
  undo(): Promise<void>
  /** Removes what was not moved. */
  discard(): Promise<void>
}

const PREFIX = '.lectern-import-'
const WITH_FILES = { recursive: true, force: true } as const

export function createStaging(uploads: string): Staging {
  const folder = join(uploads, `${PREFIX}${process.pid}`)
  const [fresh, former] = [join(folder, 'new'), join(folder, 'old')]
  let isMade = false
  let moving: UndoableMoves | null = null
  // On Ctrl+C, unless files are being placed: then the folder holds the former ones.
  const clear = () => {
    if (moving === null) removeNow(folder)
  }
  const make = async () => {
    if (isMade) return
    isMade = true
    process.once('exit', clear)
    await removeLeftovers(uploads)
    for (const path of [fresh, former]) makeFolder(path)
  }
  return {
    add: async (name, content) => {
      await make()
      await pipeline(Readable.from(content), createWriteStream(join(fresh, name), { flush: true }))
    },
    place: async () => {
      if (!isMade) return
      const moves = (await readdir(fresh)).map((name) => ({ from: join(fresh, name), name }))
      moving = createUndoableMoves(uploads, former, moves)
      await moving.place()
    },
    undo: async () => moving?.undo(),
    discard: async () => {
      process.off('exit', clear)
      if (isMade) await rm(folder, WITH_FILES)
    },
  }
}

/** Removes what imports that were killed left behind. */
async function removeLeftovers(uploads: string): Promise<void> {
  if (!existsSync(uploads)) return
  for (const name of await readdir(uploads)) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : Number.NaN)
    if (Number.isInteger(pid) && !runs(pid)) await rm(join(uploads, name), WITH_FILES)
  }
}

function runs(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
