import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSilenceWatch } from './silent-server.ts'

const client = (name: string) => ({ name }) as unknown as PoolClient

describe('a statement that its server does not end', () => {
  const closed: PoolClient[] = []
  const watch = () => createSilenceWatch(2_000, (silent) => closed.push(silent))

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    closed.length = 0
  })

  it('loses its connection, while others keep theirs', () => {
    const { begin } = watch()
    const [late, early] = [client('late'), client('early')]
    begin(early)
    vi.advanceTimersByTime(1_200)
    begin(late)
    vi.advanceTimersByTime(1_300)
    expect(closed).toEqual([early])
    vi.advanceTimersByTime(1_000)
    expect(closed).toContain(late)
  })

  it('keeps its connection if it ends in time', () => {
    const { begin } = watch()
    const ended = begin(client('one'))
    vi.advanceTimersByTime(1_900)
    ended()
    vi.advanceTimersByTime(10_000)
    expect(closed).toEqual([])
  })

  it('loses its connection when the pool is closed', () => {
    const { begin, closeAll } = watch()
    const [one, other] = [client('one'), client('other')]
    begin(one)
    begin(client('ended'))()
    begin(other)
    closeAll()
    expect(closed).toEqual([one, other])
  })

  it('leaves no timer behind', () => {
    const { begin } = watch()
    begin(client('one'))()
    vi.advanceTimersByTime(1_000)
    expect(vi.getTimerCount()).toBe(0)
  })
})
