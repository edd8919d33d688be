import { describe, expect, it } from 'vitest'
import type { Database } from '../execute/database.ts'
import { withEpochs } from './epochs.ts'

const STATEMENT = { text: 'select 1', values: [] }

function world() {
  const state = { epoch: '1', revision: '7' as string | null, meanwhile: () => {} }
  const after = async <T>(value: T): Promise<T> => {
    await Promise.resolve()
    state.meanwhile()
    return value
  }
  const server: Database = {
    run: () => after([[1]]),
    read: () => after({ rows: [[1]], revision: state.revision }),
    stream: async function* () {
      yield [[1]]
    },
    revision: () => after(state.revision),
    tableRevisions: () =>
      after(state.revision === null ? null : { revision: state.revision, of: (table) => `${table} ${state.revision}` }),
    inspect: async () => new Map(),
    indexes: async () => [],
    isSaturated: () => false,
    close: async () => undefined,
  }
  return { state, database: withEpochs(server, () => state.epoch) }
}

describe('withEpochs', () => {
  it('distinguishes the same revision of two servers', async () => {
    const { state, database } = world()
    const all = async () => [
      await database.revision(),
      (await database.read(STATEMENT)).revision,
      (await database.tableRevisions())?.revision,
    ]
    const before = await all()
    expect(new Set(before).size).toBe(1)
    const tableBefore = (await database.tableRevisions())?.of('tags')
    state.epoch = '2'
    expect(new Set(await all()).size).toBe(1)
    expect((await all())[0]).not.toBe(before[0])
    expect((await database.tableRevisions())?.of('tags')).not.toBe(tableBefore)
  })

  it('has no revision for reads during a failover', async () => {
    const { state, database } = world()
    state.meanwhile = () => {
      state.epoch += ' and another'
    }
    expect(await database.revision()).toBeNull()
    expect(await database.tableRevisions()).toBeNull()
    expect(await database.read(STATEMENT)).toEqual({ rows: [[1]], revision: null })
  })

  it('has no revision if the server has none', async () => {
    const { state, database } = world()
    state.revision = null
    expect([await database.revision(), await database.tableRevisions()]).toEqual([null, null])
  })
})
