import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import { FAILURE_COUNTS_MS, watchWrites } from './watch-writes.ts'

function world() {
  const state = { now: 0, refusal: null as ErrorCode | null }
  const writer = {
    transaction: async <T>(work: (run: () => Promise<readonly never[]>) => Promise<T>) => {
      if (state.refusal !== null) throw new ApiError(state.refusal)
      return work(async () => [])
    },
    close: async () => undefined,
  }
  const { writer: watched, failure } = watchWrites(writer, () => state.now)
  const write = () => watched.transaction(async () => 'written').catch(() => 'refused')
  return { state, write, failure }
}

describe('watchWrites', () => {
  it.each(['STORAGE_FULL', 'STORAGE_READ_ONLY'] as const)('reports %s until a write succeeds', async (code) => {
    const { state, write, failure } = world()
    expect(failure()).toBeNull()
    state.refusal = code
    expect(await write()).toBe('refused')
    expect(failure()?.code).toBe(code)
    state.refusal = null
    expect(await write()).toBe('written')
    expect(failure()).toBeNull()
  })

  it('forgets a failure after a while: another process may have written since', async () => {
    const { state, write, failure } = world()
    state.refusal = 'STORAGE_FULL'
    await write()
    state.now = FAILURE_COUNTS_MS - 1
    expect(failure()).not.toBeNull()
    state.now = FAILURE_COUNTS_MS
    expect(failure()).toBeNull()
  })

  it('ignores other errors', async () => {
    const { state, write, failure } = world()
    state.refusal = 'DATABASE_BUSY'
    await write()
    expect(failure()).toBeNull()
  })
})
