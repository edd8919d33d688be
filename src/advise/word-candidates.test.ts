import { describe, expect, it } from 'vitest'
import { PUBLISHED_AT } from '../plan/columns.ts'
import type { ColumnKind, Condition, Test } from '../plan/read-plan.ts'
import { wordCandidates } from './word-candidates.ts'

type WordKind = 'equals' | 'contains' | 'startsWith' | 'endsWith'

const test = (name: string, asked: Test, kind: ColumnKind = 'text', negated = false): Condition => ({
  kind: 'test',
  column: { name, kind },
  test: asked,
  negated,
})
const word = (kind: WordKind, text: string, fold = false): Test => ({ kind, text, fold })
const all = (...items: readonly Condition[]): Condition => ({ kind: 'and', items })
const any = (...items: readonly Condition[]): Condition => ({ kind: 'or', items })

const found = (condition: Condition) =>
  wordCandidates('articles', condition).map(({ finds, index }) => [finds, ...index.columns])

describe('wordCandidates', () => {
  it('has a candidate for each required word', () => {
    const condition = all(
      test('title', word('contains', 'river')),
      test('slug', word('startsWith', 'mill')),
      test('body', word('endsWith', 'end.', true)),
    )
    expect(found(condition)).toEqual([
      ['exact', 'title'],
      ['exact', 'slug'],
      ['folded', 'body'],
    ])
  })

  it('has one candidate for several alternative words', () => {
    const condition = any(test('title', word('contains', 'river', true)), test('body', word('contains', 'river', true)))
    expect(found(all(test('views', { kind: 'eq', value: 1 }, 'integer'), condition))).toEqual([
      ['folded', 'title', 'body'],
    ])
  })

  it('has the same partial condition as the read', () => {
    const published = test(PUBLISHED_AT.name, { kind: 'isNull' }, 'datetime', true)
    const [one] = wordCandidates('articles', all(published, test('title', word('contains', 'river'))))
    expect(one?.index).toEqual({
      name: 'lectern_articles_words_exact_title_published',
      columns: ['title'],
      unique: false,
      where: { column: 'published_at', isNull: false },
    })
  })

  it('has a candidate for a whole text only if case is ignored', () => {
    expect(found(test('title', word('equals', 'river')))).toEqual([])
    expect(found(test('title', word('equals', 'river', true)))).toEqual([['folded', 'title']])
  })

  it('has no candidate for short words, negations, and columns other than texts', () => {
    expect(found(test('title', word('contains', 'of')))).toEqual([])
    expect(found(test('title', word('contains', 'a b c')))).toEqual([])
    expect(found(test('title', word('contains', 'river'), 'text', true))).toEqual([])
    expect(found(test('views', word('contains', '100'), 'integer'))).toEqual([])
  })
})
