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
  it('detects that the database is back, even if the clock was set back', async () => {
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

  it('pings at most once a second, however many callers check', async () => {
    const { state, watched } = world()
    await Promise.all([watched.checkReachable(), watched.checkReachable()])
    await watched.checkReachable()
    expect(state.asked).toBe(1)
    state.now = 1_000
    await watched.checkReachable()
    expect(state.asked).toBe(2)
  })

  it('does not ping if statements show the state', async () => {
    const { state, watched } = world()
    await watched.database.run(STATEMENT)
    await watched.checkReachable()
    expect(state.asked).toBe(1)
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(watched.database.run(STATEMENT)).rejects.toThrow()
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(state.asked).toBe(2)
  })

  it.each(['revision', 'tableRevisions'] as const)('learns from a check of the revision (%s)', async (check) => {
    const { state, watched } = world()
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(watched.database[check]()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    // A ping would not respond any sooner.
    state.silent = true
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    expect(state.asked).toBe(1)
  })

  it('learns from reads of the primary, too, but not from an unknown revision', async () => {
    const [content, primary] = [world(), world()]
    const { fresh, checkReachable } = watchDatabase(content.database, primary.database, () => 0)
    primary.state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(fresh.run(STATEMENT)).rejects.toThrow()
    primary.state.refusal = null
    expect(await fresh.revision()).toBeNull()
    await expect(checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })

  it('detects that the database is unreachable, and that it is back', async () => {
    const { state, watched } = world()
    state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    state.refusal = null
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    state.now = 1_000
    await watched.checkReachable()
  })

  it('counts any other error as a response of the server', async () => {
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

  it('does not wait for a ping without a response', async () => {
    const { state, watched } = world()
    state.silent = true
    await watched.checkReachable()
    expect(state.asked).toBe(1)
  })

  it('reports overload', async () => {
    const { state, watched } = world()
    state.saturated = true
    await expect(watched.checkReachable()).rejects.toMatchObject({ code: 'DATABASE_BUSY' })
  })
})
