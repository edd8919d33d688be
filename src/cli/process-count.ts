/**
 * How many processes `lectern serve` starts: one for each core, within the limits of the container or service. Node 20
 * counts all cores of the machine, so a container with one core and 512 MB would start 64 processes, for example, and
 * run out of memory.
 */

import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { posix } from 'node:path'

/** Bytes that a serving process takes, with one or two readers. */
const BYTES_PER_PROCESS = 512 * 2 ** 20

/** Where Linux shows the limits of control groups (cgroups): https://docs.kernel.org/admin-guide/cgroup-v2.html */
const CGROUPS = '/sys/fs/cgroup'

export interface Machine {
  readonly cores: number
  /** Bytes that this process may use. */
  readonly memory: number
  /** The content of a file of the operating system; null if it does not exist. */
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

/** The limit in cores. The limits of parent cgroups apply, too. */
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

/** `/a/b` → `/a/b`, `/a`, `/`. In a container its own cgroup is the root, whatever the path says. */
function withParents(path: string): readonly string[] {
  return path === '/' || !path.startsWith('/') ? ['/'] : [path, ...withParents(posix.dirname(path))]
}

/** Version 1 of cgroups has quota and period in two files. */
function limitInVersion1(controllers: string, group: string, read: Machine['read']): number {
  if (!controllers.split(',').includes('cpu')) return Number.POSITIVE_INFINITY
  const [quota, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((file) =>
    read(posix.join(CGROUPS, 'cpu', group, file)),
  )
  return limitOf(quota == null || period == null ? null : `${quota} ${period}`)
}

/** `150000 100000`: microseconds of processor time per period. `max` or -1 means no limit. */
function limitOf(text: string | null): number {
  const [quota = Number.NaN, period = Number.NaN] = (text ?? '').trim().split(/\s+/).map(Number)
  return quota > 0 && period > 0 ? quota / period : Number.POSITIVE_INFINITY
}
