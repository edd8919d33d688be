/** The path of a URL under `/uploads/` → a file inside the folder of uploads, or nothing. */

import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A separator on some system, a name that ends early, or one that no URL needs. */
const NOT_A_NAME = /[/\\:\p{Cc}]/u

/**
 * The names that the path is made of, or null. Each is decoded once, after the path was cut at its slashes, so that
 * no name can hold another slash; and none begins with a dot, so that none leads upwards or to what is hidden.
 */
function namesIn(path: string): readonly string[] | null {
  const names: string[] = []
  for (const segment of path.split('/')) {
    const name = decoded(segment)
    if (name === null || name === '' || name.startsWith('.') || NOT_A_NAME.test(name)) return null
    names.push(name)
  }
  return names
}

/** With every link followed: one that leads out of the folder leads nowhere. */
export async function resolvePath(folder: string, path: string): Promise<string | null> {
  const names = namesIn(path)
  if (names === null) return null
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, ...names))
    const isInside = file.startsWith(root + sep) && !file.slice(root.length).includes(`${sep}.`)
    return isInside ? file : null
  } catch {
    return null
  }
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
