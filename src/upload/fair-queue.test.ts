import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Images that are worked on until they are told to end. */
function working() {
  const queue = createFairQueue()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, signal?: AbortSignal) =>
    queue(
      { caller: name.slice(0, 1), signal },
      () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.set(name, resolve)
        }),
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, begun, start, end }
}

describe('createFairQueue', () => {
  it('runs one at a time, in order', async () => {
    const { begun, start, end } = working()
    for (const name of ['a1', 'a2', 'a3']) void start(name)
    expect(begun).toEqual(['a1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2'])
    await end('a2')
    await end('a3')
    expect(begun).toEqual(['a1', 'a2', 'a3'])
    void start('a4')
    expect(begun.at(-1)).toBe('a4')
  })

  it('lets callers take turns, however many each has waiting', async () => {
    const { begun, start, end } = working()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void start(name)
    for (let turn = 0; turn < 7; turn += 1) await end(begun.at(-1) ?? '')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('forgets a client that has gone, and goes on after failures', async () => {
    const { queue, begun, start, end } = working()
    const leaving = new AbortController()
    const failing = queue({ caller: 'a', signal: undefined }, () => Promise.reject(new Error('broken')))
    const gone = [start('b1', leaving.signal), start('b2', leaving.signal)]
    void start('c1')
    leaving.abort(new Error('gone'))
    for (const one of gone) await expect(one).rejects.toThrow('gone')
    await expect(failing).rejects.toThrow('broken')
    await expect(start('b3', leaving.signal)).rejects.toThrow('gone')
    expect(begun).toEqual(['c1'])
    await end('c1')
    void start('d1')
    expect(begun).toEqual(['c1', 'd1'])
  })

  it('begins the next before one that comes when the last ends', async () => {
    const { begun, start, end } = working()
    void start('a1')
    void start('b1')
    const ending = end('a1')
    void start('c1')
    await ending
    expect(begun).toEqual(['a1', 'b1'])
  })
})
