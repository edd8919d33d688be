import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMutex } from './mutex.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BUSY = { code: 'DATABASE_BUSY', status: 503, headers: { 'retry-after': '1' } }
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('createMutex', () => {
  it('is held by one request at a time, in order of arrival', async () => {
    const mutex = createMutex({ waiting: 10, longestWait: 1_000 })
    const seen: string[] = []
    const take = (name: string) =>
      mutex.acquire().then((hold) => {
        seen.push(name)
        return hold
      })
    const [a, b, c] = [take('a'), take('b'), take('c')]
    await settle()
    expect(seen).toEqual(['a'])
    const first = await a
    first.release()
    await settle()
    expect(seen).toEqual(['a', 'b'])
    const second = await b
    second.release()
    const third = await c
    third.release()
    expect(seen).toEqual(['a', 'b', 'c'])
    await mutex.idle()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('lets callers take turns, and serves the requests of each in order of arrival', async () => {
    const mutex = createMutex({ waiting: 10, longestWait: 1_000 })
    const seen: string[] = []
    const take = async (name: string) => {
      const hold = await mutex.acquire(undefined, name.slice(0, 1))
      seen.push(name)
      await settle()
      hold.release()
    }
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(take))
    expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('refuses at once if the queue is full, and each waiting request at its own deadline', async () => {
    const mutex = createMutex({ waiting: 2, longestWait: 1_000 })
    await mutex.acquire()
    const waiting = [mutex.acquire(), mutex.acquire()].map((hold) => expect(hold).rejects.toMatchObject(BUSY))
    await expect(mutex.acquire()).rejects.toMatchObject(BUSY)
    await vi.advanceTimersByTimeAsync(1_000)
    await Promise.all(waiting)
  })

  it('returns how long each request may still wait, counted from its arrival', async () => {
    const mutex = createMutex({ waiting: 1, longestWait: 1_000 })
    const first = await mutex.acquire()
    const second = mutex.acquire()
    await vi.advanceTimersByTimeAsync(400)
    first.release()
    expect((await second).until - performance.now()).toBe(600)
  })

  it('removes aborted requests from the queue', async () => {
    const mutex = createMutex({ waiting: 1, longestWait: 1_000 })
    const first = await mutex.acquire()
    const client = new AbortController()
    const gone = expect(mutex.acquire(client.signal)).rejects.toThrow('gone')
    client.abort(new Error('gone'))
    await gone
    const next = mutex.acquire()
    first.release()
    const second = await next
    second.release()
    await expect(mutex.acquire(client.signal)).rejects.toThrow('gone')
    await mutex.idle()
    expect(vi.getTimerCount()).toBe(0)
  })
})
