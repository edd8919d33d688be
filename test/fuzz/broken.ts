/** Query strings that no client means: cut off, garbled, huge, hostile, or bytes. */

import type { Choices } from './choices.ts'

const KEYS = ['filters', 'sort', 'fields', 'populate', 'pagination', 'locale', 'status', '_q', 'publicationFilter', 'x']
const SEGMENTS = [
  'title',
  'author',
  'name',
  '$eq',
  '$or',
  '$not',
  '$in',
  '0',
  '1',
  '-1',
  '1e9',
  '',
  '*',
  'on',
  'populate',
]
const PROTOTYPE = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '__defineGetter__',
  'length',
  'valueOf',
]
const GARBAGE = [
  '%',
  '%2',
  '%zz',
  '%00',
  '%ff%fe',
  '%ed%a0%80',
  '%c0%af',
  '%f8%88%80%80%80',
  '[',
  ']',
  '[]',
  '][',
  '=',
  '&&',
  '.',
  ',',
  ':',
  ';',
  '#',
  '+',
  '\\',
  '`',
  "'",
  '"',
  '%5B',
  '%5D',
  '%26',
  '%3D',
  '%25',
]

type Maker = (pick: Choices, sample: string) => string

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('&')

const path = (pick: Choices, most: number): string =>
  Array.from({ length: pick.upTo(most) }, () => `[${pick.of(pick.oncePer(6) ? PROTOTYPE : SEGMENTS)}]`).join('')

const MAKERS: readonly Maker[] = [
  // Cut off anywhere.
  (pick, sample) => sample.slice(0, pick.upTo(sample.length + 1)),
  // Something wrong in the middle.
  (pick, sample) => {
    const at = pick.upTo(sample.length + 1)
    return `${sample.slice(0, at)}${pick.of(GARBAGE)}${sample.slice(at + pick.upTo(3))}`
  },
  // A piece missing, a piece twice.
  (pick, sample) => {
    const [from, to] = [pick.upTo(sample.length + 1), pick.upTo(sample.length + 1)]
    return `${sample.slice(0, Math.max(from, to))}${sample.slice(Math.min(from, to))}`
  },
  // Nothing but special characters.
  (pick) => Array.from({ length: 1 + pick.upTo(30) }, () => pick.of(GARBAGE)).join(''),
  // Any path under any key.
  (pick) => times(1 + pick.upTo(6), () => `${pick.of(KEYS)}${path(pick, 8)}=${pick.of(GARBAGE)}`),
  // Any bytes, percent-encoded.
  (pick) => {
    const bytes = Array.from({ length: 1 + pick.upTo(40) }, () => `%${pick.upTo(256).toString(16).padStart(2, '0')}`)
    return `${pick.of(KEYS)}${path(pick, 3)}=${bytes.join('')}`
  },
  // The same key as a value and as an object.
  (pick) =>
    times(2 + pick.upTo(4), () => `${pick.of(KEYS.slice(0, 5))}${path(pick, 3)}=${pick.of(['1', 'title', '*', ''])}`),
  // Prototype keys everywhere.
  (pick) =>
    times(1 + pick.upTo(4), () => `${pick.of([...KEYS, ...PROTOTYPE])}[${pick.of(PROTOTYPE)}]${path(pick, 3)}=1`),
  // Texts that are not numbers.
  (pick) =>
    `pagination[${pick.of(['page', 'pageSize', 'start', 'limit', 'withCount'])}]${path(pick, 2)}=${pick.of(['1e308', '-1e308', '9'.repeat(400), '0x7fffffff', '1.5', 'NaN', '%00', '-0', '٣'])}`,
  // Long lists and many parameters, around the limits.
  (pick) => {
    const count = pick.of([99, 100, 101, 999, 1_000, 1_001])
    const key = pick.of(['filters[id][$in]', 'sort', 'fields', 'populate', 'locale', 'filters[$or]', 'x'])
    return times(count, (index) => (pick.upTo(2) === 0 ? `${key}[]=id` : `${key}[${index}]=id`))
  },
  // Deep nesting.
  (pick) => {
    const depth = pick.of([5, 19, 20, 21, 59, 60, 61, 500])
    const [key, segment] = pick.of([
      ['filters', '[$not]'],
      ['filters', '[author]'],
      ['filters', '[related]'],
      ['populate', '[populate]'],
      ['populate', '[author][populate][mentor][populate]'],
      ['sort', '[author]'],
      ['x', '[x]'],
    ] as const)
    return `${key}${segment.repeat(depth)}[title]=1`
  },
  // One long name or value.
  (pick) => {
    const long = pick.of(['a', 'related.', '%41', '[', '1']).repeat(1 + pick.upTo(4_000))
    return pick.oncePer(2) ? `${pick.of(KEYS)}=${long}` : `${pick.of(KEYS)}[${long}]=1`
  },
]

/** `sample` is a query string in the grammar, to break. */
export function brokenQuery(pick: Choices, sample: string): string {
  return pick.of(MAKERS)(pick, sample)
}
