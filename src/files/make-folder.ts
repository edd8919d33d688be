/**
 * Makes a folder and those above it. `mkdir` with `recursive` does not return in Node 20 where the system answers ENOENT although
 * the folder above is there, as below `/proc`, and leaves folders behind when it fails.
 */

import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { mkdir, rmdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Gives the folders that were not there before, the outermost first. A failure leaves none of them behind. */
export async function makeFolder(folder: string): Promise<readonly string[]> {
  try {
    return await makeOne(folder)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const above = await makeFolder(dirname(folder))
  try {
    return [...above, ...(await makeOne(folder))]
  } catch (error) {
    for (const made of above.toReversed()) await rmdir(made).catch(() => undefined)
    throw error
  }
}

async function makeOne(folder: string): Promise<readonly string[]> {
  try {
    await mkdir(folder)
    return [folder]
  } catch (error) {
    if ((await stat(folder).catch(() => null))?.isDirectory()) return []
    throw error
  }
}

/** The same, synchronously. */
export function makeFolderNow(folder: string): readonly string[] {
  try {
    return makeOneNow(folder)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const above = makeFolderNow(dirname(folder))
  try {
    return [...above, ...makeOneNow(folder)]
  } catch (error) {
    for (const made of above.toReversed()) removeNow(made)
    throw error
  }
}

function makeOneNow(folder: string): readonly string[] {
  try {
    mkdirSync(folder)
    return [folder]
  } catch (error) {
    if (isFolder(folder)) return []
    throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function removeNow(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Something was put into it in the meantime.
  }
}

/** `/` and `.` are there, so the way up ends. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
