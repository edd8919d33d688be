import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFindIdentity } from './identity.ts'
import type { OpenApp } from './open-app.ts'
import type { RecordStamps } from './records.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('reads the records twice a second, and files of components every two seconds, also when the clock was set back', async () => {
  let own = 'made'
  let components = 'before'
  const record = (known: RecordStamps | null) => ({
    own,
    strapi: 'started',
    components: known?.components ?? components,
  })
  const opened = {
    identity: null,
    record: record(null),
    recorded: async (known: RecordStamps | null) => record(known),
  } as unknown as OpenApp
  const find = createFindIdentity(null)
  const first = await find(opened, false)
  own = 'migrated'
  components = 'edited'
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await find(opened, false)).toBe(first)
  vi.advanceTimersByTime(500)
  const second = await find(opened, false)
  expect(second).not.toBe(first)
  vi.advanceTimersByTime(500)
  expect(await find(opened, false)).toBe(second)
  vi.advanceTimersByTime(1_000)
  expect(await find(opened, false)).not.toBe(second)
})
