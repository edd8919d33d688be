/** Moves files to where they are served from, in a way that can be undone as long as the rows are not safe. */

import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainName } from './file-names.ts'

export interface Move {
  readonly from: string
  /** Name in the folder of uploads. */
  readonly name: string
}

export interface Placing {
  place(): Promise<void>
  /** Takes away what was placed, and brings back what stood there before. */
  undo(): Promise<void>
}

/** `aside`: a folder for what the new files replace. */
export function createPlacing(uploads: string, aside: string, moves: readonly Move[]): Placing {
  const placed: string[] = []
  const replaced: string[] = []
  return {
    place: async () => {
      await mkdir(aside, { recursive: true })
      for (const { from, name } of moves) {
        if (await renamed(join(uploads, name), join(aside, name))) replaced.push(name)
        placed.push(name)
        await rename(from, join(uploads, name))
      }
    },
    undo: async () => {
      for (const name of placed) await rm(join(uploads, name), { force: true })
      for (const name of replaced) await renamed(join(aside, name), join(uploads, name))
    },
  }
}

/** False when there was nothing to rename. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/** Files that no row knows any longer. One that cannot be removed does no harm. */
export async function removeFiles(uploads: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter(isPlainName)) await rm(join(uploads, name), { force: true }).catch(() => undefined)
}
