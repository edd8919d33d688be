import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReopening } from './reopening.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

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
    first: 'first',
    identityOf: (opened) => opened,
    findIdentity: () => finds.shift()?.() ?? Promise.resolve(there),
    open: async () => there,
    closeOne: async () => {},
    onOpen: () => {},
    retire: () => {},
    onFailure: () => {},
    isUnsafe: async () => false,
    mayPass: () => false,
  })
  vi.advanceTimersByTime(300)
  const renewed = reopening.renewed('first')
  there = 'second'
  finish('first')
  expect(await renewed).toBe(true)
  expect(reopening.current()).toBe('second')
  await reopening.close()
})
