/** Whether a path exists, even as a broken link: a file that should be read must not be ignored silently. */

import { lstatSync } from 'node:fs'

export function pathExists(path: string): boolean {
  // It also throws where a part of the path is a file.
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
