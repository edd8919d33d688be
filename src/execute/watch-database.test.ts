import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { Database } from './database.ts'
import { watchDatabase } from './watch-database.ts'

function world() {
  const state = { now: 0, refusal: null as ErrorCode | null, asked: 0, silent: false, saturated: false }
  const run = async () => {
    state.asked += 1
    if (state.silent) await new Promise(() => undefined)
    if (state.refusal !== null) throw new ApiError(state.refusal)
    return [[1]]
  }
  const database: Database = {
    run,
    read: async () => ({ rows: await run(), revision: null }),
    stream: async function* () {
      yield await run()
    },
    revision: async () => run().then(() => null),
    tableRevisions: async () => run().then(() => null),
    inspect: async () => new Map(),
    indexes: async () => [],
    isSaturated: () => state.saturated,
    close: async () => undefined,
  }
  return { state, database, watched: watchDatabase(database, database, () => state.now) }
}

const STATEMENT = { text: 'select 2', values: [] }

afterEach(() => void vi.useRealTimers())

describe('watchDatabase', () => {
  it('finds out that the database is back though the clock was put back', async () => {
    vi.useFakeTimers()
    const { state, database } = world()
    const { checkReachable } = watchDatabase(database)
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    state.refusal = null
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(1_000)
    await expect(checkReachable()).resolves.toBeUndefined()
  })

  it('asks at most once a second, however many want to know', async () => {
    const { state, watched } = world()
    await Promise.all([watched.checkReachable(), watched.checkReachable()])
    await watched.checkReachable()
    expect(state.asked).toBe(1)
    state.now = 1_000
    await watched.checkReachable()
    expect(state.asked).toBe(2)
  })

  it('does not ask where statements tell', async () => {
    const { state, watched } = world()
    await watched.database.run(STATEMENT)
    await watched.checkReachable()
    expect(state.asked).toBe(1)
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(watched.database.run(STATEMENT)).rejects.toThrow()
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(state.asked).toBe(2)
  })

  it.each(['revision', 'tableRevisions'] as const)('learns from a check of what is cached (%s)', async (check) => {
    const { state, watched } = world()
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(watched.database[check]()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    // A ping would be answered no sooner.
    state.silent = true
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(state.asked).toBe(1)
  })

  it('learns from what must be current, too, and nothing where no revision is known', async () => {
    const [content, primary] = [world(), world()]
    const { fresh, checkReachable } = watchDatabase(content.database, primary.database, () => 0)
    primary.state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(fresh.run(STATEMENT)).rejects.toThrow()
    primary.state.refusal = null
    expect(await fresh.revision()).toBeNull()
    await expect(checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })

  it('finds out that the database is gone, and that it is back', async () => {
    const { state, watched } = world()
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    state.refusal = null
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    state.now = 1_000
    await watched.checkReachable()
  })

  it('takes any other error as proof that the server responds', async () => {
    const { state, watched } = world()
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(watched.checkReachable()).rejects.toThrow()
    state.refusal = 'QUERY_TIMEOUT'
    await expect(watched.database.run(STATEMENT)).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' })
    await watched.checkReachable()
  })

  it('learns nothing from a refusal by the queue', async () => {
    const { state, watched } = world()
    state.refusal = 'DATABASE_BUSY'
    await watched.checkReachable()
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    state.refusal = 'DATABASE_BUSY'
    state.now = 5_000
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })

  it('does not wait for an answer that does not come', async () => {
    const { state, watched } = world()
    state.silent = true
    await watched.checkReachable()
    expect(state.asked).toBe(1)
  })

  it('tells that there is too much to do', async () => {
    const { state, watched } = world()
    state.saturated = true
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_BUSY' })
  })
})
