import { setImmediate as nextIteration } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BACKLOG_UNDER_WAY, createBacklog } from './backlog.ts'

const MANY = BACKLOG_UNDER_WAY * 3

function fill() {
  const begun: number[] = []
  const backlog = createBacklog<number>((request) => void begun.push(request))
  for (let request = 0; request < MANY; request++) backlog.enter(request)
  return { begun, backlog }
}

const later = async () => {
  for (let iteration = 0; iteration < MANY * 2; iteration++) await nextIteration()
}

describe('createBacklog', () => {
  it('begins one in an iteration of the event loop, and a few in all', async () => {
    const { begun } = fill()
    expect(begun).toEqual([])
    await nextIteration()
    expect(begun).toEqual([0])
    await later()
    expect(begun).toEqual(Array.from({ length: BACKLOG_UNDER_WAY }, (_, request) => request))
  })

  it('begins the next for each that leaves, and none that left before', async () => {
    const { begun, backlog } = fill()
    await later()
    backlog.leave(BACKLOG_UNDER_WAY)
    backlog.leave(1)
    backlog.leave(1)
    await later()
    expect(begun.slice(BACKLOG_UNDER_WAY)).toEqual([BACKLOG_UNDER_WAY + 1])
  })

  it('begins all of them when it is released', async () => {
    const { begun, backlog } = fill()
    backlog.release()
    await later()
    expect(begun).toHaveLength(MANY)
  })
})
