import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BUSY = { code: 'DATABASE_BUSY', status: 503, headers: { 'retry-after': '1' } }
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('createTurns', () => {
  it('gives one turn at a time, in order of arrival', async () => {
    const turns = createTurns({ waiting: 10, longestWait: 1_000 })
    const seen: string[] = []
    const take = (name: string) =>
      turns.next().then((turn) => {
        seen.push(name)
        return turn
      })
    const [a, b, c] = [take('a'), take('b'), take('c')]
    await settle()
    expect(seen).toEqual(['a'])
    const first = await a
    first.end()
    await settle()
    expect(seen).toEqual(['a', 'b'])
    const second = await b
    second.end()
    const third = await c
    third.end()
    expect(seen).toEqual(['a', 'b', 'c'])
    await turns.over()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('lets callers take turns, and serves the requests of each in order of arrival', async () => {
    const turns = createTurns({ waiting: 10, longestWait: 1_000 })
    const seen: string[] = []
    const take = async (name: string) => {
      const turn = await turns.next(undefined, name.slice(0, 1))
      seen.push(name)
      await settle()
      turn.end()
    }
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(take))
    expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('refuses at once when the queue is full, and each waiting one at its own deadline', async () => {
    const turns = createTurns({ waiting: 2, longestWait: 1_000 })
    await turns.next()
    const waiting = [turns.next(), turns.next()].map((turn) => expect(turn).rejects.toMatchObject(BUSY))
    await expect(turns.next()).rejects.toMatchObject(BUSY)
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all(waiting)
  })

  it('tells each how long it may still wait, counted from its arrival', async () => {
    const turns = createTurns({ waiting: 1, longestWait: 1_000 })
    const first = await turns.next()
    const second = turns.next()
    await vi.advanceTimersByTimeAsync(400)
    first.end()
    expect((await second).until - performance.now()).toBe(600)
  })

  it('forgets who is gone', async () => {
    const turns = createTurns({ waiting: 1, longestWait: 1_000 })
    const first = await turns.next()
    const client = new AbortController()
    const gone = expect(turns.next(client.signal)).rejects.toThrow('gone')
    client.abort(new Error('gone'))
    await gone
    const next = turns.next()
    first.end()
    const second = await next
    second.end()
    await expect(turns.next(client.signal)).rejects.toThrow('gone')
    await turns.over()
    expect(vi.getTimerCount()).toBe(0)
  })
})
