/** Groups of entries and counts by value, as docs/beyond-strapi.md has them. */

import { exactAverage, exactSum } from '../extensions/exact-sum.ts'
import { findAll, windowOf } from './answer.ts'
import type { Tables } from './load.ts'
import { type Kind, type Model, modelAt, modelOf } from './models.ts'
import type { Query } from './request.ts'
import type { Row, Status } from './rows.ts'
import { valuesAt } from './sort.ts'
import { compare, type Json, shown, type Value } from './values.ts'

type Measure = 'sum' | 'avg' | 'min' | 'max' | 'countDistinct'

export interface GroupRequest {
  readonly by: readonly string[]
  readonly measures: Readonly<Partial<Record<Measure, readonly string[]>>>
  readonly descendingCount: boolean
}

const PARTS: Readonly<Record<string, number>> = { year: 4, month: 7, day: 10 }

interface Key {
  readonly name: string
  readonly path: readonly string[]
  readonly kind: Kind
  readonly part: number | null
}

const kindAt = (model: Model, [head = '', ...rest]: readonly string[]): Kind => {
  const link = model.links[head]
  if (rest.length > 0 && link !== undefined && 'target' in link) return kindAt(modelOf(link.target), rest)
  return model.scalars[head] ?? 'text'
}

const keyOf = (model: Model, written: string): Key => {
  const [name = '', part = ''] = written.split(':')
  const path = name.split('.')
  return { name, path, kind: kindAt(model, path), part: PARTS[part] ?? null }
}

/** Times are grouped by what is shown of them, other values by themselves. */
const keyValue = ({ kind, part }: Key, value: Value): Value => {
  if (value === null) return null
  if (part !== null) return new Date(kind === 'date' ? String(value) : Number(value)).toISOString().slice(0, part)
  return kind === 'datetime' ? new Date(Number(value)).toISOString() : value
}

const shownKey = ({ kind, part }: Key, value: Value): Json =>
  part !== null || kind === 'datetime' ? (value as string | null) : shown(kind, value)

const identity = (value: Value): string => `${typeof value} ${String(value)}`

const distinct = (values: readonly Value[]): readonly Value[] => [
  ...new Map(values.map((value) => [identity(value), value])).values(),
]

/** Nulls last. */
const compareNullsLast = (left: Value, right: Value): number => {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return compare(left, right)
}

const compareKeys = (left: readonly Value[], right: readonly Value[]): number => {
  const index = left.findIndex((value, at) => compareNullsLast(value, right[at] ?? null) !== 0)
  return index === -1 ? 0 : compareNullsLast(left[index] ?? null, right[index] ?? null)
}

const extreme = (values: readonly Value[], sign: number): Value =>
  values.toSorted((left, right) => sign * compare(left, right))[0] ?? null

const measured = (measure: Measure, kind: Kind, values: readonly Value[]): Json => {
  const numbers = values.map(String)
  switch (measure) {
    case 'countDistinct':
      return distinct(values).length
    case 'sum':
      return values.length === 0 ? null : kind === 'big' ? exactSum(numbers) : Number(exactSum(numbers))
    case 'avg':
      return values.length === 0 ? null : exactAverage(numbers)
    case 'min':
      return shown(kind, extreme(values, 1))
    case 'max':
      return shown(kind, extreme(values, -1))
  }
}

interface Group {
  readonly keys: readonly Value[]
  readonly rows: Row[]
}

/** An entry is once in each of its groups. */
const grouped = (rows: readonly Row[], keys: readonly Key[], status: Status): readonly Group[] => {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const values = keys.map((key) => distinct(valuesAt(row, key.path, status).map((value) => keyValue(key, value))))
    const tuples = values.reduce<readonly (readonly Value[])[]>(
      (tuples, some) => tuples.flatMap((tuple) => some.map((value) => [...tuple, value])),
      [[]],
    )
    for (const tuple of tuples) {
      const id = tuple.map(identity).join('\n')
      const group = groups.get(id) ?? { keys: tuple, rows: [] }
      group.rows.push(row)
      groups.set(id, group)
    }
  }
  return [...groups.values()]
}

const statusOf = (query: Query): Status => (query.status === 'draft' ? 'draft' : 'published')

export const groupsOf = (tables: Tables, path: string, query: Query, asked: GroupRequest) => {
  const model = modelAt(path)
  const status = statusOf(query)
  const keys = asked.by.map((written) => keyOf(model, written))
  const groups = grouped(findAll(tables, path, query), keys, status).toSorted((left, right) => {
    const byCount = asked.descendingCount ? right.rows.length - left.rows.length : 0
    return byCount === 0 ? compareKeys(left.keys, right.keys) : byCount
  })
  const measures = Object.entries(asked.measures) as [Measure, readonly string[]][]
  const { start, limit, meta } = windowOf(query.pagination)
  const data = groups.slice(start, start + limit).map(({ keys: values, rows }) => ({
    by: Object.fromEntries(keys.map((key, index) => [key.name, shownKey(key, values[index] ?? null)])),
    count: rows.length,
    ...Object.fromEntries(measures.map(([measure, names]) => [measure, measuresOf(measure, names, rows, status)])),
  }))
  return { data, meta: { pagination: meta(groups.length) } }
}

const measuresOf = (measure: Measure, names: readonly string[], rows: readonly Row[], status: Status): Json =>
  Object.fromEntries(
    names.map((name) => {
      const path = name.split('.')
      const values = rows.map((row) => valuesAt(row, path, status)[0] ?? null).filter((value) => value !== null)
      return [name, measured(measure, rows[0] === undefined ? 'text' : kindAt(rows[0].model, path), values)]
    }),
  )

const MOST_VALUES = 20

/** Counts by value beside a page. */
export const facetOf = (tables: Tables, path: string, query: Query, written: string): Json => {
  const key = keyOf(modelAt(path), written)
  const values = grouped(findAll(tables, path, query), [key], statusOf(query))
    .filter(({ keys: [value] }) => value !== null)
    .toSorted((left, right) => right.rows.length - left.rows.length || compareKeys(left.keys, right.keys))
    .map(({ keys: [value = null], rows }) => ({ value: shownKey(key, value), count: rows.length }))
  return { values: values.slice(0, MOST_VALUES), more: values.length > MOST_VALUES }
}
