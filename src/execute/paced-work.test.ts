import { describe, expect, it } from 'vitest'
import { createPacedWork } from './paced-work.ts'

/** Keeps the event loop busy. */
function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('paced work', () => {
  it('runs at once if nothing else waits', async () => {
    const done: string[] = []
    const working = createPacedWork().run(1, undefined, () => done.push('work'))
    done.push('after')
    await working
    expect(done).toEqual(['work', 'after'])
  })

  it('pauses for other work, and runs the smallest piece first', async () => {
    const paced = createPacedWork()
    const done: string[] = []
    const piece = (name: string, size: number) =>
      paced.run(size, undefined, () => {
        compute(5)
        done.push(name)
      })
    const all = [piece('first', 9), piece('large', 3), piece('small', 1), piece('medium', 2)]
    setImmediate(() => done.push('somebody else'))
    await Promise.all(all)
    expect(done).toEqual(['first', 'somebody else', 'small', 'medium', 'large'])
  })

  it.each([
    ['sixteen iterations of the event loop', 1, 16],
    ['four times as long as it took where iterations are long', 20, 4],
  ])('leaves time for other work after each piece, %s', async (_which, length, expected) => {
    let time = 0
    const paced = createPacedWork(() => time)
    const tookTwenty = () => {
      time += 20
      return iterations
    }
    let iterations = 0
    const iterate = () => {
      iterations += 1
      time += length
      if (iterations < 100) setImmediate(iterate)
    }
    setImmediate(iterate)
    const [before = 0, after = 0] = await Promise.all([1, 2].map((size) => paced.run(size, undefined, tookTwenty)))
    // Includes the iteration in which the next piece begins.
    expect(after - before).toBe(expected + 1)
  })

  it('runs the newest piece first if most clients give up, and every fourth time the oldest', async () => {
    const paced = createPacedWork()
    const done: string[] = []
    const piece = (name: string) => paced.run(1_000, undefined, () => done.push(name))
    const first = paced.run(1_000, undefined, () => compute(1))
    const leaving = new AbortController()
    const gone = Array.from({ length: 16 }, () => paced.run(1_000, leaving.signal, () => undefined))
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map(piece)
    leaving.abort(new Error('gone'))
    // Other work blocks the event loop for so long that the queue counts as overloaded.
    compute(110)
    for (const one of gone) await expect(one).rejects.toThrow('gone')
    await Promise.all([first, ...all])
    expect(done).toEqual(['f', 'e', 'a', 'd', 'c', 'b'])
  })

  it('reports whether a piece of at most this size is waiting', async () => {
    const paced = createPacedWork()
    const all = [9, 5].map((size) => paced.run(size, undefined, () => undefined))
    expect([4, 5, 6].map((size) => paced.isBehind(size))).toEqual([false, true, true])
    await Promise.all(all)
    expect(paced.isBehind(9)).toBe(false)
  })

  it('skips work of aborted requests', async () => {
    const paced = createPacedWork()
    const gone = new AbortController()
    const done: string[] = []
    const first = paced.run(1, undefined, () => done.push('first'))
    const left = paced.run(1, gone.signal, () => done.push('left out'))
    const last = paced.run(2, undefined, () => done.push('last'))
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await Promise.all([first, last])
    expect(done).toEqual(['first', 'last'])
  })

  it('continues after a piece that fails', async () => {
    const paced = createPacedWork()
    const fail = () => {
      throw new Error('no')
    }
    const failing = [paced.run(1, undefined, fail), paced.run(1, undefined, fail)]
    for (const one of failing) await expect(one).rejects.toThrow('no')
    expect(await paced.run(1, undefined, () => 'yes')).toBe('yes')
  })
})
