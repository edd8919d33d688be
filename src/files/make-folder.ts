/**
 * Makes a folder and those above it. `mkdir` with `recursive` does not return in Node 20 where the system answers ENOENT although
 * the folder above is there, as below `/proc`, and leaves folders behind when it fails.
 */

import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../errors/code-of.ts'

/** Returns the folders that were not there before, the outermost first. A failure leaves none of them behind. */
export function makeFolder(folder: string): readonly string[] {
  try {
    return makeOne(folder)
  } catch (error) {
    // `/` and `.` are there, so the way up ends.
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const above = makeFolder(dirname(folder))
  try {
    return [...above, ...makeOne(folder)]
  } catch (error) {
    for (const made of above.toReversed()) removeIfEmpty(made)
    throw error
  }
}

function makeOne(folder: string): readonly string[] {
  try {
    mkdirSync(folder)
    return [folder]
  } catch (error) {
    if (isFolder(folder)) return []
    throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Something was put into it in the meantime.
  }
}
