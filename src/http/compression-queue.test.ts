import { expect, it } from 'vitest'
import { createCompressionQueue, LARGE, LARGE_AT_ONCE, MOST_WAITING } from './compression-queue.ts'

/** Work that ends when it is told to. */
function createWorks() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    },
    end(name: string): Promise<void> {
      ends.get(name)?.()
      return new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('begins short work at once, and few large pieces at a time, the smallest first', async () => {
  const { run } = createCompressionQueue()
  const { begun, work, end } = createWorks()
  for (let n = 0; n < LARGE_AT_ONCE; n++) void run(LARGE, work(`large ${n}`))
  void run(LARGE * 100, work('huge'))
  void run(LARGE, work('later'))
  void run(LARGE - 1, work('short'))
  expect(begun).toEqual(['large 0', 'large 1', 'short'])
  await end('large 1')
  expect(begun.at(-1)).toBe('later')
  await end('later')
  expect(begun.at(-1)).toBe('huge')
})

it('goes on after work that failed', async () => {
  const { run } = createCompressionQueue()
  const { begun, work } = createWorks()
  const failing = Array.from({ length: LARGE_AT_ONCE }, () => run(LARGE, () => Promise.reject(new Error('no memory'))))
  void run(LARGE, work('next'))
  for (const failed of failing) await expect(failed).rejects.toThrow('no memory')
  expect(begun).toEqual(['next'])
})

it('takes no more than some that wait', async () => {
  const { run } = createCompressionQueue()
  const { work, end } = createWorks()
  for (let n = 0; n < LARGE_AT_ONCE + MOST_WAITING; n++) expect(run(LARGE, work(String(n)))).not.toBeNull()
  expect(run(LARGE, work('one more'))).toBeNull()
  await end('0')
  expect(run(LARGE, work('one more'))).not.toBeNull()
})
