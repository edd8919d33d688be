import { describe, expect, it } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { Database, Row } from './database.ts'
import { type ReplicaNews, replicatedDatabase } from './replicated-database.ts'

const STATEMENT = { text: 'select 2', values: [] }

/** A fake server that returns its name, fails, or waits. */
function server(name: string) {
  const state = {
    refusal: null as ErrorCode | null,
    pending: null as Promise<void> | null,
    closed: false,
    revision: '1',
  }
  const answer = async <T>(value: T): Promise<T> => {
    await state.pending
    if (state.refusal !== null) throw new ApiError(state.refusal)
    return value
  }
  const database: Database = {
    run: (): Promise<readonly Row[]> => answer([[name]]),
    read: () => answer({ rows: [[name]], revision: state.revision }),
    stream: async function* () {
      for (const row of [1, 2]) yield await answer([[name, row]])
    },
    revision: () => answer(state.revision),
    tableRevisions: () => answer({ revision: state.revision, of: (table) => `${table} ${state.revision}` }),
    inspect: async () => new Map(),
    indexes: async () => [],
    isSaturated: () => false,
    close: async () => {
      state.closed = true
    },
  }
  return { name, state, database }
}

function world(delays: () => Iterable<number> = () => [60_000]) {
  const [primary, a, b] = [server('primary'), server('a'), server('b')]
  const news: ReplicaNews[] = []
  const replicas = [a, b].map(({ name, database }) => ({ name, database, failure: null, open: async () => database }))
  const both = replicatedDatabase(primary.database, replicas, { report: (one) => void news.push(one), delays })
  const ask = async (database: Database) => (await database.run(STATEMENT))[0]?.[0]
  const read = (times: number) => Promise.all(Array.from({ length: times }, () => ask(both.database)))
  return { primary, a, b, news, ...both, read, fresh: () => ask(both.fresh) }
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}

describe('replicatedDatabase', () => {
  it('distributes reads over the replicas, and reads from the primary if they must be current', async () => {
    const { read, fresh } = world()
    expect((await read(4)).sort()).toEqual(['a', 'a', 'b', 'b'])
    expect([...(await read(1)), ...(await read(1))].sort()).toEqual(['a', 'b'])
    expect(await fresh()).toBe('primary')
  })

  it('prefers the least busy replica', async () => {
    const { a, read } = world()
    let finish = (): void => undefined
    a.state.pending = new Promise((resolve) => {
      finish = resolve
    })
    const slow = read(1)
    expect(await read(1)).toEqual(['b'])
    expect(await read(1)).toEqual(['b'])
    finish()
    expect(await slow).toEqual(['a'])
  })

  it('repeats a read that failed on an unreachable replica, and leaves that replica out', async () => {
    const { a, read, news } = world()
    a.state.refusal = 'DATABASE_UNAVAILABLE'
    expect(await read(3)).toEqual(['b', 'b', 'b'])
    expect(await read(3)).toEqual(['b', 'b', 'b'])
    expect(news).toMatchObject([{ name: 'a', failure: { code: 'DATABASE_UNAVAILABLE' } }])
  })

  it('falls back on the primary, and fails with its error if that is unreachable, too', async () => {
    const { primary, a, b, read } = world()
    for (const { state } of [a, b]) state.refusal = 'DATABASE_UNAVAILABLE'
    expect(await read(2)).toEqual(['primary', 'primary'])
    primary.state.refusal = 'DATABASE_UNAVAILABLE'
    await expect(read(1)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    primary.state.refusal = null
    expect(await read(1)).toEqual(['primary'])
  })

  it('reads from replicas while the primary is unreachable, even if the data should be current', async () => {
    const { primary, fresh, read } = world()
    primary.state.refusal = 'DATABASE_UNAVAILABLE'
    expect(['a', 'b']).toContain(await fresh())
    expect((await read(2)).sort()).toEqual(['a', 'b'])
  })

  it.each(['QUERY_TIMEOUT', 'DATABASE_BUSY'] as const)('does not repeat a read after %s', async (code) => {
    const { a, b, read, news } = world()
    for (const { state } of [a, b]) state.refusal = code
    await expect(read(1)).rejects.toMatchObject({ code })
    expect(news).toEqual([])
  })

  it('uses a replica again when it responds', async () => {
    const { a, read, news, database } = world(() => Array(1_000).fill(1))
    a.state.refusal = 'DATABASE_UNAVAILABLE'
    await read(2)
    a.state.refusal = null
    await until(() => news.length === 2)
    expect(news[1]).toEqual({ name: 'a', failure: null })
    expect((await read(2)).sort()).toEqual(['a', 'b'])
    await database.close()
  })

  it('opens a replica later that could not be opened at first, and closes all', async () => {
    const [primary, late] = [server('primary'), server('late')]
    let isUp = false
    const open = async () => {
      if (!isUp) throw new Error('not yet')
      return late.database
    }
    const news: ReplicaNews[] = []
    const failure = new Error('refused')
    const { database } = replicatedDatabase(primary.database, [{ name: 'late', open, failure, database: null }], {
      report: (one) => void news.push(one),
      delays: () => Array(1_000).fill(1),
    })
    expect(await database.run(STATEMENT)).toEqual([['primary']])
    isUp = true
    await until(() => news.length === 2)
    expect(news).toEqual([
      { name: 'late', failure },
      { name: 'late', failure: null },
    ])
    expect(await database.run(STATEMENT)).toEqual([['late']])
    await database.close()
    expect([primary.state.closed, late.state.closed]).toEqual([true, true])
  })

  it('can be closed while it waits for a replica', async () => {
    const { a, read, database } = world()
    a.state.refusal = 'DATABASE_UNAVAILABLE'
    await read(2)
    await database.close()
    expect(a.state.closed).toBe(true)
  })
})

describe('revisions of a replicated database', () => {
  it('come from the primary, and show which replica has caught up', async () => {
    const { primary, a, b, database, news } = world()
    primary.state.revision = '2'
    a.state.revision = '2'
    const now = await database.revision()
    const reads = await Promise.all([database.read(STATEMENT), database.read(STATEMENT)])
    const caughtUp = new Map(reads.map(({ rows, revision }) => [rows[0]?.[0], revision === now]))
    expect(caughtUp).toEqual(
      new Map([
        ['a', true],
        ['b', false],
      ]),
    )
    expect(b.state.revision).toBe('1')
    expect(news).toEqual([])
  })

  it('are null without the primary, and different afterwards', async () => {
    const { primary, database } = world(() => [1])
    const before = [await database.revision(), (await database.tableRevisions())?.of('articles')]
    primary.state.refusal = 'DATABASE_UNAVAILABLE'
    expect(await database.revision()).toBeNull()
    expect(await database.tableRevisions()).toBeNull()
    primary.state.refusal = null
    let after = await database.revision()
    while (after === null) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      after = await database.revision()
    }
    // Data read from replicas meanwhile may be older than the primary's revision.
    expect([after, (await database.tableRevisions())?.of('articles')]).not.toContain(before[0])
    expect((await database.tableRevisions())?.of('articles')).not.toBe(before[1])
  })
})

describe('streams of a replicated database', () => {
  it('come from one server, or from another if that one is unreachable', async () => {
    const { a, database } = world()
    const streamed = async () => {
      const rows: unknown[] = []
      const read = { statement: STATEMENT, longest: 1_000 }
      for await (const batch of database.stream(read, new AbortController().signal)) rows.push(...batch)
      return rows
    }
    a.state.refusal = 'DATABASE_UNAVAILABLE'
    for (let times = 0; times < 2; times += 1) {
      expect(await streamed()).toEqual([
        ['b', 1],
        ['b', 2],
      ])
    }
  })
})
