import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGate } from './admission-gate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const BUSY = { code: 'DATABASE_BUSY', status: 503, headers: { 'retry-after': '1' } }

/** Work that ends when it is told to. */
function work() {
  let resolve = (_result: string): void => undefined
  const promise = new Promise<string>((done) => {
    resolve = done
  })
  return { run: vi.fn(() => promise), resolve: (result: string) => resolve(result) }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('createGate', () => {
  it('runs so much at a time, and the rest in the order of its coming', async () => {
    const admit = createGate({ running: 2, waiting: 10, longestWait: 1_000 })
    const works = [work(), work(), work(), work()]
    const results = works.map(({ run }) => admit(run))
    const started = () => works.map(({ run }) => run.mock.calls.length)
    await settle()
    expect(started()).toEqual([1, 1, 0, 0])
    works[1]?.resolve('second')
    await settle()
    expect(started()).toEqual([1, 1, 1, 0])
    works[0]?.resolve('first')
    works[2]?.resolve('third')
    works[3]?.resolve('fourth')
    expect(await Promise.all(results)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('refuses at once when enough are waiting', async () => {
    const admit = createGate({ running: 1, waiting: 1, longestWait: 1_000 })
    const [running, waiting, refused] = [work(), work(), work()]
    const results = [admit(running.run), admit(waiting.run)]
    await expect(admit(refused.run)).rejects.toMatchObject(BUSY)
    expect(refused.run).not.toHaveBeenCalled()
    running.resolve('one')
    waiting.resolve('two')
    expect(await Promise.all(results)).toEqual(['one', 'two'])
  })

  it('lets nobody wait for longer than it says, and gives the place to the next', async () => {
    const admit = createGate({ running: 1, waiting: 2, longestWait: 1_000 })
    const [running, late, patient] = [work(), work(), work()]
    const first = admit(running.run)
    const second = admit(late.run)
    const refusal = expect(second).rejects.toMatchObject(BUSY)
    await vi.advanceTimersByTimeAsync(600)
    const third = admit(patient.run)
    await vi.advanceTimersByTimeAsync(500)
    await refusal
    running.resolve('one')
    patient.resolve('three')
    expect(await Promise.all([first, third])).toEqual(['one', 'three'])
    expect(late.run).not.toHaveBeenCalled()
  })

  it('has its places again after failures', async () => {
    const admit = createGate({ running: 1, waiting: 0, longestWait: 1_000 })
    const throwing = () => {
      throw new Error('not even begun')
    }
    await expect(admit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(admit(throwing)).rejects.toThrow('not even begun')
    expect(await admit(async () => 'fine')).toBe('fine')
  })

  it('leaves no timer behind', async () => {
    const admit = createGate({ running: 1, waiting: 1, longestWait: 1_000 })
    await Promise.all([admit(async () => 1), admit(async () => 2)])
    expect(vi.getTimerCount()).toBe(0)
  })
})
