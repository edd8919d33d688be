import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFindIdentity } from './identity.ts'
import type { OpenApp } from './open-app.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('reads the records every two seconds, also when the clock was set back', async () => {
  let own = 'made'
  const record = () => ({ own, strapi: null, components: null })
  const opened = { identity: null, record: record(), recorded: async () => record() } as unknown as OpenApp
  const find = createFindIdentity(null)
  const before = await find(opened, false)
  own = 'migrated'
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await find(opened, false)).toBe(before)
  vi.advanceTimersByTime(2_000)
  expect(await find(opened, false)).not.toBe(before)
})
