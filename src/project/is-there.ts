/** Whether a name exists, a link that leads nowhere too: what was meant to be read must not be left out in silence. */

import { lstatSync } from 'node:fs'

export function isThere(path: string): boolean {
  // It also throws where a part of the path is a file.
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
