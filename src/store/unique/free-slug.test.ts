import { expect, it } from 'vitest'
import { bind, sql } from '../../sql/sql.ts'
import type { Store } from '../store.ts'
import { freeSlug, type OtherSlugs } from './free-slug.ts'

/** Other documents with these slugs, and a count of statements. */
function othersWith(slugs: readonly string[]): { readonly others: OtherSlugs; readonly statements: () => number } {
  let locked = ''
  let runs = 0
  // Whether a slug is taken is asked of the one that was locked; all that are numbered, after that.
  let isFirst = false
  const run = async () => {
    runs += 1
    const found = isFirst ? slugs.filter((slug) => slug === locked) : slugs
    isFirst = false
    return found.map((slug) => [slug])
  }
  const lock = async (slug: string) => {
    locked = slug
    isFirst = true
  }
  const store = { run, dialect: { stored: (value: string) => bind(value) } } as unknown as Store
  const others: OtherSlugs = { store, column: sql`"slug"`, kind: 'text', from: sql`"pages"`, where: [], lock }
  return { others, statements: () => runs }
}

it.each([
  [[], 'a'],
  [['a'], 'a-1'],
  [['a', 'a-1', 'a-2'], 'a-3'],
  [['a', 'a-2'], 'a-1'],
  [['a-1'], 'a'],
  [['a', 'a-b', 'a-10'], 'a-1'],
])('besides %j it is %s', async (slugs, expected) => {
  const { others } = othersWith(slugs)
  expect(await freeSlug(others, 'a', new Set())).toBe(expected)
})

it('takes as many statements for the thousandth as for the second', async () => {
  const { others, statements } = othersWith(['a', ...Array.from({ length: 999 }, (_, index) => `a-${index + 1}`)])
  const taken = new Set<string>()
  expect(await freeSlug(others, 'a', taken)).toBe('a-1000')
  expect(statements()).toBe(3)
  taken.add('a-1000')
  expect(await freeSlug(others, 'a', taken)).toBe('a-1001')
  expect(statements()).toBe(4)
})
