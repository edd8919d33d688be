import { expect, it } from 'vitest'
import { bind, type Sql, sql } from '../../sql/sql.ts'
import type { Store } from '../store.ts'
import { freeSlugs, type OtherSlugs } from './free-slugs.ts'

/** Values that a statement binds. */
const boundIn = ({ parts }: Sql): readonly unknown[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'parts' in part ? boundIn(part) : 'value' in part ? [part.value] : []
  })

/** Other documents with these slugs, and a count of statements. */
function othersWith(slugs: readonly string[]): { readonly others: OtherSlugs; readonly statements: () => number } {
  let runs = 0
  const run = async (statement: Sql) => {
    runs += 1
    const bound = boundIn(statement).map(String)
    const isBeginning = bound.length === 1 && bound[0]?.endsWith('-') === true
    const matches = (slug: string) => (isBeginning ? slug.startsWith(String(bound[0])) : bound.includes(slug))
    return slugs.filter(matches).map((slug) => [slug])
  }
  const store = { run, dialect: { stored: (value: string) => bind(value) } } as unknown as Store
  const lock = async () => undefined
  const others: OtherSlugs = { store, column: sql`"slug"`, kind: 'text', from: sql`"pages"`, where: [], lock }
  return { others, statements: () => runs }
}

it.each<[readonly string[], readonly string[], readonly string[]]>([
  [[], ['a'], ['a']],
  [['a'], ['a'], ['a-1']],
  [['a', 'a-1', 'a-2'], ['a'], ['a-3']],
  [['a', 'a-2'], ['a'], ['a-1']],
  [['a-1'], ['a'], ['a']],
  [['a', 'a-b', 'a-10'], ['a'], ['a-1']],
  [
    ['a', 'a-1'],
    ['a', 'b', 'a', 'a-1'],
    ['a-2', 'b', 'a-3', 'a-1-1'],
  ],
  [['a-1'], ['a', 'a', 'a'], ['a', 'a-2', 'a-3']],
])('besides %j, %j become %j', async (slugs, names, expected) => {
  expect(await freeSlugs(othersWith(slugs).others, names)).toEqual(expected)
})

it('leaves out what the document itself has', async () => {
  expect(await freeSlugs(othersWith(['a']).others, ['a', 'a'], new Set(['a-1']))).toEqual(['a-2', 'a-3'])
})

it('takes as many statements for thousands as for two', async () => {
  const thousand = Array.from({ length: 1_000 }, (_, index) => `a-${index + 1}`)
  const { others, statements } = othersWith(['a', ...thousand])
  const made = await freeSlugs(others, Array<string>(1_000).fill('a'))
  expect([made[0], made.at(-1)]).toEqual(['a-1001', 'a-2000'])
  expect(statements()).toBe(3)
})

it('takes what was written while it waited for a lock', async () => {
  const written: string[] = []
  const { others } = othersWith(written)
  const lock = async () => {
    if (written.length < 3) written.push(...['a', 'a-1', 'a-2'].slice(written.length, written.length + 1))
  }
  expect(await freeSlugs({ ...others, lock }, ['a'])).toEqual(['a-3'])
})
