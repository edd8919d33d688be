import { describe, expect, it } from 'vitest'
import type { NotedChange } from '../execute/database.ts'
import { createRevisions } from './revisions.ts'

function world() {
  const state = {
    tables: new Map([
      ['articles', 1],
      ['authors', 1],
    ]),
    asked: 0,
    looked: 0,
  }
  const total = () => String([...state.tables.values()].reduce((sum, revision) => sum + revision, 0))
  const revisions = createRevisions({
    revision: async () => {
      state.asked += 1
      return total()
    },
    tableRevisions: async () => {
      state.looked += 1
      const tables = new Map(state.tables)
      return { revision: total(), of: (table) => String(tables.get(table) ?? 0) }
    },
  })
  const write = (table: string) => state.tables.set(table, (state.tables.get(table) ?? 0) + 1)
  return { state, revisions, write }
}

describe('createRevisions', () => {
  it('gives tables a stamp that changes only with these tables', async () => {
    const { revisions, write } = world()
    const stamps = async () => {
      const now = await revisions.now()
      return [now?.stampOf(['articles']), now?.stampOf(['authors']), now?.stampOf(['articles', 'authors'])]
    }
    const [articles, authors, both] = await stamps()
    write('authors')
    const after = await stamps()
    expect(after[0]).toBe(articles)
    expect(after[1]).not.toBe(authors)
    expect(after[2]).not.toBe(both)
  })

  it('reads table revisions only after a change', async () => {
    const { state, revisions, write } = world()
    await revisions.now()
    await revisions.now()
    expect(state.looked).toBe(1)
    write('articles')
    await revisions.now()
    expect(state.looked).toBe(2)
  })

  it('never returns a state from before the call', async () => {
    const { state, revisions, write } = world()
    const first = revisions.now()
    const [second, third] = [revisions.now(), revisions.now()]
    await first
    write('articles')
    const [a, b] = [await second, await third]
    expect(a).toBe(b)
    expect(a?.covers('3') ?? false).toBe(true)
    // Three concurrent calls take two checks.
    expect(state.asked).toBe(2)
  })

  it('checks once for all requests that one iteration of the event loop has read', async () => {
    const state = { revision: '1', looked: 0, iteration: 1 }
    const database = {
      revision: async () => state.revision,
      tableRevisions: async () => ({ revision: state.revision, of: () => state.revision }),
      revisionAtOnce: () => {
        state.looked += 1
        return state.revision
      },
    }
    const revisions = createRevisions(database, { iteration: () => state.iteration })
    const known = await revisions.now()
    expect([revisions.ofIteration(), revisions.ofIteration()]).toEqual([known, known])
    expect(state.looked).toBe(1)
    state.revision = '2'
    expect(revisions.atOnce()).toBeNull()
    state.iteration = 2
    expect(revisions.ofIteration()).toBeNull()
  })

  it('has no stamp for tables whose changes are not recorded', async () => {
    const revisions = createRevisions({
      revision: async () => '1',
      tableRevisions: async () => ({ revision: '1', of: (table) => (table === 'articles' ? '1' : null) }),
    })
    const now = await revisions.now()
    expect([now?.stampOf(['articles']), now?.stampOf(['articles', 'views'])]).toEqual(['1', null])
  })
})

describe('changes that may only concern drafts', () => {
  const change = (id: number): NotedChange => ({
    id: String(id),
    table: 'articles_tags',
    near: null,
    far: null,
    type: null,
    step: 1n,
  })

  /** All changes are of drafts. `meanwhile` is called while they are looked up. */
  function noting(meanwhile: (state: { revision: number }) => void) {
    const state = { revision: 1, looked: 0 }
    const revisions = createRevisions(
      {
        revision: async () => String(state.revision),
        tableRevisions: async () => {
          state.looked += 1
          const pending = Array.from({ length: state.revision }, (_, index) => change(index))
          return { revision: String(state.revision), of: () => 'of all rows', ofPublished: () => 'p0', pending }
        },
      },
      {
        published: {
          signatureOf: () => 1,
          areShown: async (changes) => {
            meanwhile(state)
            return changes.map(() => false)
          },
          forget: () => {},
        },
      },
    )
    return { state, revisions }
  }

  it('are looked up in the state that was read, without reading it again', async () => {
    const { state, revisions } = noting(() => {})
    expect((await revisions.now())?.covers('1')).toBe(true)
    expect(state.looked).toBe(1)
  })

  it('are looked up again if others come meanwhile', async () => {
    const { state, revisions } = noting((state) => {
      state.revision = 2
    })
    expect((await revisions.now())?.covers('2')).toBe(true)
    expect(state.looked).toBe(2)
  })

  it('do not delay reads when writes never pause', async () => {
    const { state, revisions } = noting((state) => {
      state.revision += 1
      if (state.revision > 100) throw new Error('looked up without end')
    })
    expect(await revisions.now()).not.toBeNull()
    expect(state.looked).toBeLessThan(10)
  })
})
