import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReopening, type ReopeningParts } from './reopening.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const PARTS: Omit<ReopeningParts<string>, 'findIdentity' | 'open'> = {
  first: 'first',
  identityOf: (opened) => opened,
  closeOne: async () => {},
  onOpen: () => {},
  retire: () => {},
  onFailure: () => {},
  isUnsafe: async () => false,
  isTransient: () => false,
}

it('looks again for a request whose change came after a look that was under way', async () => {
  let there = 'first'
  let finish: (identity: string) => void = () => {}
  const finds: (() => Promise<string>)[] = [
    () =>
      new Promise<string>((resolve) => {
        finish = resolve
      }),
  ]
  const reopening = createReopening<string>({
    ...PARTS,
    findIdentity: () => finds.shift()?.() ?? Promise.resolve(there),
    open: async () => there,
  })
  vi.advanceTimersByTime(300)
  const renewed = reopening.renewed('first')
  there = 'second'
  finish('first')
  expect(await renewed).toBe(true)
  expect(reopening.current()).toBe('second')
  await reopening.close()
})

it('waits before it tries again what could not be opened, and not for anything else', async () => {
  let there = 'broken'
  const tried: string[] = []
  const reopening = createReopening<string>({
    ...PARTS,
    findIdentity: async () => there,
    open: async (found) => {
      tried.push(found)
      if (found === 'broken') throw new Error('cannot be opened')
      return found
    },
    isTransient: () => true,
  })
  expect(await reopening.renewed('first')).toBe(false)
  expect(await reopening.renewed('first')).toBe(false)
  expect(tried).toEqual(['broken'])
  there = 'second'
  expect(await reopening.renewed('first')).toBe(true)
  expect(reopening.current()).toBe('second')
  await reopening.close()
})

it('tries again after some seconds, also when the clock was set back meanwhile', async () => {
  const tried: string[] = []
  const reopening = createReopening<string>({
    ...PARTS,
    findIdentity: async () => 'broken',
    open: async (found) => {
      tried.push(found)
      throw new Error('cannot be opened')
    },
    isTransient: () => true,
  })
  await reopening.renewed('first')
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(tried.length).toBeGreaterThan(1)
  await reopening.close()
})

it('is not used while another one is opened in its place, where it would show too much', async () => {
  let finish: () => void = () => {}
  let isRetired = false
  const reopening = createReopening<string>({
    ...PARTS,
    findIdentity: async () => 'second',
    open: async (found) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return found
    },
    retire: () => {
      isRetired = true
    },
    isUnsafe: async (opened) => opened === 'first',
  })
  const renewed = reopening.renewed('first')
  await vi.advanceTimersByTimeAsync(1)
  expect([reopening.isUnsafe(), isRetired]).toEqual([true, true])
  const settled = reopening.settled()
  finish()
  await settled
  expect([reopening.isUnsafe(), reopening.current(), await renewed]).toEqual([false, 'second', true])
  await reopening.close()
})
