import { expect, it } from 'vitest'
import { bind, type Sql, sql } from '../../sql/sql.ts'
import type { Store } from '../store.ts'
import { freeSlugs } from './free-slugs.ts'
import type { OtherSlugs } from './other-slugs.ts'

/** Values that a statement binds. */
const boundIn = ({ parts }: Sql): readonly unknown[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'parts' in part ? boundIn(part) : 'value' in part ? [part.value] : []
  })

/** Numbers after which the next one is free, and the one above the gap. */
function gapsAfter(beginning: string, slugs: readonly string[]): readonly (readonly [number, number | null])[] {
  const suffixes = slugs.filter((slug) => slug.startsWith(beginning)).map((slug) => slug.slice(beginning.length))
  const numbers = suffixes.filter((text) => /^[1-9]\d*$/.test(text)).map(Number)
  const sorted = [0, ...numbers].toSorted((a, b) => a - b)
  return sorted
    .map((number, index) => [number, sorted[index + 1] ?? null] as const)
    .filter(([below, above]) => above === null || above > below + 1)
}

/** Other documents with these slugs, and a count of statements. */
function othersWith(slugs: readonly string[]) {
  let statements = 0
  let rows = 0
  const run = async (statement: Sql) => {
    const found = answer(statement)
    statements += 1
    rows += found.length
    return found
  }
  const answer = (statement: Sql): readonly (readonly unknown[])[] => {
    const bound = boundIn(statement).map(String)
    const [first = ''] = bound
    if (bound.length === 1 && first.endsWith('-')) return gapsAfter(first, slugs)
    return slugs.filter((slug) => bound.includes(slug)).map((slug) => [slug])
  }
  const store = { run, dialect: { stored: (value: string) => bind(value) } } as unknown as Store
  const lock = async () => undefined
  const others: OtherSlugs = { store, column: sql`"slug"`, kind: 'text', from: sql`"pages"`, where: [], lock }
  return { others, statements: () => statements, rows: () => rows }
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

it('does not read the slugs of a name that thousands have', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `a-${index + 1}`)
  const { others, rows } = othersWith(['a', ...many])
  expect(await freeSlugs(others, ['a'])).toEqual(['a-5001'])
  expect(rows()).toBe(2)
})

it('takes what was written while it waited for a lock', async () => {
  const written: string[] = []
  const { others } = othersWith(written)
  const lock = async () => {
    if (written.length < 3) written.push(...['a', 'a-1', 'a-2'].slice(written.length, written.length + 1))
  }
  expect(await freeSlugs({ ...others, lock }, ['a'])).toEqual(['a-3'])
})
