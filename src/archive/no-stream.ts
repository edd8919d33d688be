/** Archives and copies of databases must be files: they are read several times, and renamed when they are complete. */

import { statsIfThere } from '../files/stats-if-there.ts'
import { archiveError } from './archive.ts'

/** Whether the path is `/dev/stdin`, a named pipe, or `-`, which other programs use for one. */
export function refuseToReadStream(path: string): void {
  if (!isStream(path)) return
  const message = 'An archive is read more than once, which a pipe does not allow; save it to a file, and name that.'
  throw archiveError(path, null, message)
}

export function refuseToWriteStream(path: string): void {
  if (!isStream(path)) return
  const message = 'This is not a file. Name one: it appears when it is complete, and can be sent elsewhere then.'
  throw archiveError(path, null, message)
}

function isStream(path: string): boolean {
  if (path === '-') return true
  const found = statsIfThere(path)
  return found !== null && !found.isFile() && !found.isDirectory()
}
