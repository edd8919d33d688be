import { type Stats, statSync } from 'node:fs'
import { codeOf } from '../errors/code-of.ts'

/** Null where there is nothing. Not by `throwIfNoEntry`: in Node 24, that also hides that a folder above is a file. */
export function statsIfThere(path: string): Stats | null {
  try {
    return statSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
