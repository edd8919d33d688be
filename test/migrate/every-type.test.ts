/** Every type of attribute becomes every other over content, in one migration: what is not listed as a loss is shown as before. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProjectError } from '../../src/index.ts'
import { DATABASES, type Entry, type Json, type SiteSpec } from '../writes/site.ts'
import { type ChangingSite, openChangingSite } from './changing-site.ts'

/** Two values of each type that has a column of its own kind; all others are texts or JSON to the database. */
const VALUES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  string: ['12', 'a word'],
  text: ['12.5', 'a\nlonger text'],
  enumeration: ['one', 'two'],
  integer: [1, -2147483648],
  biginteger: ['9007199254740993', '-5'],
  float: [0.1, 1e300],
  decimal: [19.95, -0.5],
  boolean: [true, false],
  date: ['2026-05-01', '1969-12-31'],
  time: ['09:30:00.000', '23:59:59.999'],
  datetime: ['2026-05-01T09:30:00.000Z', '1969-12-31T23:59:59.999Z'],
  json: [{ a: 1 }, 'a word'],
}

const TYPES = Object.keys(VALUES)
const PAIRS = TYPES.flatMap((from) => TYPES.map((to) => ({ from, to, name: `${from}_to_${to}` })))

const spec = (typeOf: (pair: (typeof PAIRS)[number]) => string): SiteSpec => ({
  types: {
    note: {
      attributes: Object.fromEntries(
        PAIRS.map((pair) => {
          const type = typeOf(pair)
          return [pair.name, type === 'enumeration' ? { type, enum: ['one', 'two'] } : { type }]
        }),
      ),
    },
  },
})

/** Texts of JSON differ in their spaces, and numbers may be shown as texts. */
const plain = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    const inside: unknown = JSON.parse(text)
    // A whole number of any size stays as it is written.
    return typeof inside === 'number' ? String(text) : plain(typeof inside === 'string' ? inside : sorted(inside))
  } catch {
    return text
  }
}

const sorted = (value: unknown): string => JSON.stringify(value).split('').toSorted().join('')

describe.each(DATABASES)('on %s', (kind) => {
  let site: ChangingSite
  let before: readonly Entry[]
  let after: readonly Entry[]
  /** By column: how many rows lose something. */
  let told: Readonly<Record<string, number>>

  beforeAll(async () => {
    site = await openChangingSite(
      kind,
      spec(({ from }) => from),
    )
    for (const index of [0, 1]) {
      const values: Json = Object.fromEntries(PAIRS.map(({ from, name }) => [name, VALUES[from]?.[index]]))
      await site.create('/api/notes', values)
    }
    before = await site.list('/api/notes?sort=id')
    const next = spec(({ to }) => to)
    site.write(next)
    told = await site.migrate().then(
      () => ({}),
      (error: unknown) => {
        if (!(error instanceof ProjectError)) throw error
        return Object.fromEntries(
          error.problems.map(({ path, message }) => [
            String(path).replace('table notes, column ', ''),
            Number(/of (\d+) row/.exec(message)?.[1]),
          ]),
        )
      },
    )
    await site.change(next, { allowDataLoss: true })
    after = await site.list('/api/notes?sort=id')
  })
  afterAll(() => site?.close())

  it('what is not listed as a loss is shown as before', () => {
    const shown = (entries: readonly Entry[], name: string) => entries.map((entry) => plain(entry[name]))
    const kept = PAIRS.filter(({ name }) => told[name] === undefined)
    expect(kept.length).toBeGreaterThan(TYPES.length)
    const pick = (entries: readonly Entry[]) => Object.fromEntries(kept.map(({ name }) => [name, shown(entries, name)]))
    expect(pick(after)).toEqual(pick(before))
  })

  it('a loss is listed with its rows', () => {
    const isLess = (name: string, index: number) => plain(before[index]?.[name]) !== plain(after[index]?.[name])
    const lost = PAIRS.map(({ name }) => [name, [0, 1].filter((index) => isLess(name, index)).length] as const)
    expect(told).toEqual(Object.fromEntries(lost.filter(([, rows]) => rows > 0)))
  })

  it('a decimal loses numbers that it cannot be given, whatever the database could store', () => {
    const { integer_to_decimal, biginteger_to_decimal, float_to_decimal } = told
    expect({ integer_to_decimal, biginteger_to_decimal, float_to_decimal }).toEqual({
      integer_to_decimal: 1,
      biginteger_to_decimal: 1,
      float_to_decimal: 1,
    })
  })

  it('every attribute takes a value of its new type', async () => {
    const documentId = before[0]?.documentId
    const values = Object.fromEntries(PAIRS.map(({ to, name }) => [name, VALUES[to]?.[1]]))
    await site.update(`/api/notes/${documentId}`, values)
    expect(await site.migrate()).toMatchObject({ changes: [], postponed: [] })
  })
})
