/** Moves files to where they are served from, in a way that can be undone until the rows are committed. */

import { copyFile, link, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../archive/temporary-folder.ts'
import { codeOf } from '../errors/code-of.ts'
import { makeFolder } from '../files/make-folder.ts'
import { isPlainName } from './file-names.ts'

export interface Move {
  readonly from: string
  /** Name in the folder of uploads. */
  readonly name: string
}

export interface UndoableMoves {
  place(): Promise<void>
  /** Removes what was placed, and restores what was there before. */
  undo(): Promise<void>
}

/** `aside`: a folder on the same disk for the files that are replaced. A name is never without a file in between. */
export function createUndoableMoves(uploads: string, aside: string, moves: readonly Move[]): UndoableMoves {
  const placed: string[] = []
  const replaced = new Set<string>()
  return {
    place: async () => {
      makeFolder(aside)
      for (const { from, name } of moves) {
        if (await copyAside(join(uploads, name), join(aside, name))) replaced.add(name)
        placed.push(name)
        await rename(from, join(uploads, name))
      }
      // Rows are on the disk when they are committed: so must the names of their files be.
      if (moves.length > 0) await syncFolder(uploads)
    },
    undo: async () => {
      for (const name of placed) {
        if (replaced.has(name)) await rename(join(aside, name), join(uploads, name))
        else await rm(join(uploads, name), { force: true })
      }
    },
  }
}

/** A hard link to the file, or a copy on disks without hard links. False when there is no file. */
async function copyAside(path: string, aside: string): Promise<boolean> {
  try {
    await link(path, aside).catch((error) => {
      if (codeOf(error) === 'ENOENT') throw error
      return copyFile(path, aside)
    })
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Removes files without a row. A file that cannot be removed is harmless. */
export async function removeFiles(uploads: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter(isPlainName)) await rm(join(uploads, name), { force: true }).catch(() => undefined)
}
