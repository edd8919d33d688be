/**
 * Temporary files of a test run, in memory where there is room: databases of tests are copied and deleted by the hundred,
 * three hundred files each on PostgreSQL, which takes four times as long on a disk. `TMPDIR` says otherwise.
 */

import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, on Linux. */
const IN_MEMORY = '/dev/shm'

/** Bytes that must be free. A run needs less than two thousand million for files, and as much for its processes. */
const ROOM = 6 * 2 ** 30

export default function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !existsSync(IN_MEMORY) || roomIn(IN_MEMORY) < ROOM) return undefined
  const folder = mkdtempSync(join(IN_MEMORY, 'lectern-tests-'))
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return remove
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  // A container may have less memory than its machine.
  return Math.min(bavail * bsize, freemem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}
