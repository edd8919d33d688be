/**
 * How many processes `lectern serve` starts: one for each core, as far as the limits of a container or a service allow. Node 20
 * counts all cores of the machine: in a container with one core and 512 MB, 64 processes would run out of memory.
 */

import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { posix } from 'node:path'

/** Bytes that a serving process takes, with a reader or two. */
const BYTES_PER_PROCESS = 512 * 2 ** 20

/** Where Linux shows the limits of control groups (cgroups): https://docs.kernel.org/admin-guide/cgroup-v2.html */
const CGROUPS = '/sys/fs/cgroup'

export interface Machine {
  readonly cores: number
  /** Bytes, as far as this process may use them. */
  readonly memory: number
  /** The text of a file of the operating system; null where that does not exist. */
  read(file: string): string | null
}

export function processCount(machine: Machine = thisMachine()): number {
  const byMemory = Math.floor(machine.memory / BYTES_PER_PROCESS)
  return Math.max(1, Math.min(machine.cores, Math.floor(cpuLimit(machine)), byMemory))
}

function thisMachine(): Machine {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return { cores: availableParallelism(), memory: Math.min(limit, totalmem()), read: readIfThere }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** In cores. The limits of the cgroups around a cgroup apply, too. */
function cpuLimit({ read }: Machine): number {
  const groups = (read('/proc/self/cgroup') ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(':'))
  const limits = groups.flatMap(([, controllers = '', path = '']) =>
    withParents(path).map((group) =>
      controllers === ''
        ? limitOf(read(posix.join(CGROUPS, group, 'cpu.max')))
        : limitInVersion1(controllers, group, read),
    ),
  )
  return Math.min(...limits)
}

/** `/a/b` → `/a/b`, `/a`, `/`. Inside a container its own cgroup is the root, whatever its path says. */
function withParents(path: string): readonly string[] {
  return path === '/' || !path.startsWith('/') ? ['/'] : [path, ...withParents(posix.dirname(path))]
}

/** Version 1 of cgroups has the quota and the period in two files. */
function limitInVersion1(controllers: string, group: string, read: Machine['read']): number {
  if (!controllers.split(',').includes('cpu')) return Number.POSITIVE_INFINITY
  const [quota, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((file) =>
    read(posix.join(CGROUPS, 'cpu', group, file)),
  )
  return limitOf(quota == null || period == null ? null : `${quota} ${period}`)
}

/** `150000 100000`: microseconds of processor time in so many microseconds. `max`, or -1, is no limit. */
function limitOf(text: string | null): number {
  const [quota = Number.NaN, period = Number.NaN] = (text ?? '').trim().split(/\s+/).map(Number)
  return quota > 0 && period > 0 ? quota / period : Number.POSITIVE_INFINITY
}
