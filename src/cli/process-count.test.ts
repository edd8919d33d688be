import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { processCount } from './process-count.ts'

const GIGABYTE = 2 ** 30

function room(files: Readonly<Record<string, string>>, { cores = 8, memory = 64 * GIGABYTE } = {}): number {
  return processCount({ cores, memory, read: (file) => files[file] ?? null })
}

describe('processCount', () => {
  it('is one for each core without limits', () => {
    expect(room({})).toBe(8)
    expect(room({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' })).toBe(8)
    expect(processCount()).toBeLessThanOrEqual(availableParallelism())
  })

  it.each([
    ['200000 100000', 2],
    ['250000 100000', 2],
    ['50000 100000', 1],
    ['3200000 100000', 8],
    ['', 8],
  ])('follows the limit of a container: %s', (limit, expected) => {
    expect(room({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': limit })).toBe(expected)
  })

  it('follows the limits of a service and of its parents', () => {
    const files = {
      '/proc/self/cgroup': '0::/site.slice/lectern.service\n',
      '/sys/fs/cgroup/site.slice/lectern.service/cpu.max': 'max 100000\n',
      '/sys/fs/cgroup/site.slice/cpu.max': '300000 100000\n',
    }
    expect(room(files)).toBe(3)
    expect(room({ ...files, '/sys/fs/cgroup/site.slice/lectern.service/cpu.max': '100000 100000' })).toBe(1)
  })

  it('reads version 1 of cgroups', () => {
    const files = {
      '/proc/self/cgroup': '5:memory:/docker/a\n4:cpu,cpuacct:/docker/a\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '200000\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    }
    expect(room(files)).toBe(2)
    expect(room({ ...files, '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n' })).toBe(8)
  })

  it('leaves enough memory for each process', () => {
    expect(room({}, { memory: 2 * GIGABYTE })).toBe(4)
    expect(room({}, { memory: GIGABYTE / 4 })).toBe(1)
  })
})
