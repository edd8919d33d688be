import { describe, expect, it } from 'vitest'
import { createPacedWork } from './paced-work.ts'

/** Keeps the event loop busy. */
function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('paced work', () => {
  it('is done at once where nothing else waits', async () => {
    const done: string[] = []
    const working = createPacedWork().run(1, undefined, () => done.push('work'))
    done.push('after')
    await working
    expect(done).toEqual(['work', 'after'])
  })

  it('lets others in between, the smallest first', async () => {
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

  it('skips work that no client waits for any more', async () => {
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

  it('goes on after a piece that fails', async () => {
    const paced = createPacedWork()
    const fail = () => {
      throw new Error('no')
    }
    const failing = [paced.run(1, undefined, fail), paced.run(1, undefined, fail)]
    for (const one of failing) await expect(one).rejects.toThrow('no')
    expect(await paced.run(1, undefined, () => 'yes')).toBe('yes')
  })
})
