import { describe, expect, it } from 'vitest'
import { sqliteDdl } from '../dialects/sqlite/ddl.ts'
import { sqliteSyntax } from '../dialects/sqlite/syntax.ts'
import type { Trial } from '../execute/trial.ts'
import { name, render, sql } from '../sql/sql.ts'
import type { WordIndexes } from '../sql/word-indexes.ts'
import type { TableIndex } from '../tables/tables.ts'
import { ascending, type Candidate, candidate, wordCandidate } from './candidate.ts'
import { chooseIndexes } from './choose-indexes.ts'

const STATEMENT = { text: 'select 1', values: [] }

function on(...columns: readonly string[]): Candidate {
  const found = candidate('articles', columns.map(ascending))
  if (found === null) throw new Error('no candidate')
  return found
}

/** A fake database: its times and plans depend on the existing indexes. */
function fakeTrial(
  answer: (indexes: ReadonlySet<string>) => { readonly used: readonly string[]; readonly milliseconds: number },
  indexes: readonly TableIndex[] = [],
) {
  const made = new Set<string>()
  const trial: Trial = {
    indexes,
    words: null,
    try: async () => {
      const { used, milliseconds } = answer(made)
      return { plan: used.map((name) => `SEARCH articles USING INDEX ${name} (a=?)`), milliseconds }
    },
    change: async (statement) => {
      const { text } = render(statement, sqliteSyntax)
      const [, verb, name = ''] = /^(create|drop) index "([^"]+)"/.exec(text) ?? []
      if (verb === 'create') made.add(name)
      else made.delete(name)
    },
    close: async () => {},
  }
  return { trial, made }
}

const choose = (candidates: readonly Candidate[], trial: Trial) =>
  chooseIndexes(() => STATEMENT, candidates, trial, sqliteDdl)

describe('chooseIndexes', () => {
  const [a, b] = [on('a'), on('b')]

  it('keeps an index that is used and faster, and leaves it in the trial', async () => {
    const { trial, made } = fakeTrial((has) => ({ used: [...has], milliseconds: has.has(a.index.name) ? 1 : 100 }))
    expect(await choose([a, b], trial)).toEqual([a])
    expect([...made]).toEqual([a.index.name])
  })

  it('rejects an index that the planner does not use, however fast the run was', async () => {
    const { trial, made } = fakeTrial((has) => ({ used: [], milliseconds: has.size > 0 ? 1 : 100 }))
    expect(await choose([a, b], trial)).toEqual([])
    expect([...made]).toEqual([])
  })

  it('rejects an index that is hardly faster', async () => {
    const { trial } = fakeTrial((has) => ({ used: [...has], milliseconds: has.size > 0 ? 90 : 100 }))
    expect(await choose([a, b], trial)).toEqual([])
  })

  it('rejects an index if only the first measurement without it was slow', async () => {
    let measured = 0
    const { trial, made } = fakeTrial((has) => ({ used: [...has], milliseconds: measured++ === 0 ? 100 : 10 }))
    expect(await choose([a], trial)).toEqual([])
    expect([...made]).toEqual([])
  })

  it('keeps two indexes that are both needed', async () => {
    const { trial } = fakeTrial((has) => ({ used: [...has], milliseconds: [100, 50, 5][has.size] ?? 0 }))
    expect(await choose([a, b], trial)).toEqual([a, b])
  })

  it('drops an index that another one replaces', async () => {
    const { trial, made } = fakeTrial((has) => {
      if (has.size === 2) return { used: [b.index.name], milliseconds: 1 }
      return { used: [...has], milliseconds: has.has(a.index.name) ? 10 : has.has(b.index.name) ? 20 : 100 }
    })
    expect(await choose([a, b], trial)).toEqual([b])
    expect([...made]).toEqual([b.index.name])
  })

  it('does not try an index that exists already', async () => {
    const { trial } = fakeTrial(
      (has) => ({ used: [...has], milliseconds: has.size > 0 ? 1 : 100 }),
      [{ table: 'articles', columns: ['a', 'b'], rows: 'all', words: null }],
    )
    expect(await choose([a], trial)).toEqual([])
    expect(await choose([b], trial)).toEqual([b])
  })

  it('tries word indexes if the database has them and they miss no matches', async () => {
    const word = wordCandidate('articles', ['a'], 'folded', null)
    const words: WordIndexes = {
      preparation: [],
      tests: ['folded'],
      create: (_table, { name: index }) => sql`create index ${name(index)} for words`,
    }
    const answer = (has: ReadonlySet<string>) => ({ used: [...has], milliseconds: has.size > 0 ? 1 : 100 })
    expect(await choose([word], fakeTrial(answer).trial)).toEqual([])
    expect(await choose([word], { ...fakeTrial(answer).trial, words: { ...words, tests: ['exact'] } })).toEqual([])
    expect(await choose([word], { ...fakeTrial(answer).trial, words })).toEqual([word])
  })

  it('distinguishes word indexes from indexes of values', async () => {
    const word = wordCandidate('articles', ['b'], 'exact', null)
    const words: WordIndexes = {
      preparation: [],
      tests: ['exact'],
      create: (_table, { name: index }) => sql`create index ${name(index)}`,
    }
    const answer = (has: ReadonlySet<string>) => ({ used: [...has], milliseconds: has.size > 0 ? 1 : 100 })
    const has = (existing: TableIndex) => ({ ...fakeTrial(answer, [existing]).trial, words })
    const values: TableIndex = { table: 'articles', columns: ['b'], rows: 'all', words: null }
    expect(await choose([word], has(values))).toEqual([word])
    expect(await choose([word], has({ ...values, words: 'folded' }))).toEqual([word])
    expect(await choose([word], has({ ...values, columns: ['a', 'b'], words: 'exact' }))).toEqual([])
    expect(await choose([b], has({ ...values, words: 'exact' }))).toEqual([b])
  })

  it('continues when the database refuses an index', async () => {
    const { trial } = fakeTrial((has) => ({ used: [...has], milliseconds: has.size > 0 ? 1 : 100 }))
    const refusing: Trial = {
      ...trial,
      change: async (statement) => {
        if (render(statement, sqliteSyntax).text.includes(a.index.name))
          throw new Error('index row size exceeds the maximum')
        return trial.change(statement)
      },
    }
    expect(await choose([a, b], refusing)).toEqual([b])
  })
})
