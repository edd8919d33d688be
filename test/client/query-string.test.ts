/** The server parses the client's query strings with the same meaning. */

import fc from 'fast-check'
import qs from 'qs'
import { describe, expect, it } from 'vitest'
import { queryString } from '../../src/client/query-string.ts'
import { DEFAULT_LIMITS } from '../../src/config/limits.ts'
import { parseQueryString } from '../../src/request/parse-query-string.ts'
import { randomRuns } from '../support/random-runs.ts'

const limits = { ...DEFAULT_LIMITS, parameters: 1_000_000, listLength: 10_000, queryValues: 1_000_000, nesting: 100 }
const read = (text: string): unknown => JSON.parse(JSON.stringify(parseQueryString(text, limits)))

/** A name that an attribute, an operator or a component may have. */
const name = fc.oneof(
  fc.constantFrom('$eq', '$in', '$or', '$not', 'blocks.quote', 'api::article.article', 'author', '_q'),
  fc.stringMatching(/^[a-zA-Z_][\w$.: é-]{0,12}$/),
)
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'))
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.bigInt(),
  fc.date({ noInvalidDate: true }),
  fc.constant(null),
  fc.constant(undefined),
)
const { query } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('list'), tie('query')),
  list: fc.array(tie('value'), { maxLength: 5 }),
  query: fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
}))

/** The same query as the server should parse it: texts, nulls, lists and objects; undefined if nothing is sent. */
function meant(value: unknown, key = ''): unknown {
  if (value === undefined || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return meantList(value, key)
  if (typeof value !== 'object') return String(value)
  const members = Object.entries(value)
    .map(([inner, item]) => [inner, meant(item, inner)] as const)
    .filter(([, item]) => item !== undefined)
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function meantList(list: readonly unknown[], key: string): unknown {
  const items = list.filter((item) => item !== undefined)
  if (items.length === 0) return key === '$and' || key === '$notIn' ? undefined : [null]
  return items.map((item) => meant(item) ?? null)
}

describe('queryString', () => {
  it.each([
    ['Map', new Map([['title', 'x']])],
    ['Set', new Set(['x'])],
    ['RegExp', /x/],
    ['Function', () => 1],
    ['Symbol', Symbol('x')],
    ['Promise', Promise.resolve('x')],
    ['URLSearchParams', new URLSearchParams('x=y')],
  ])('refuses a %s, which would become a filter without a condition', (kind, value) => {
    expect(() => queryString({ filters: { title: value } })).toThrow(
      `filters[title] cannot be sent: ${kind} is neither a value, a list nor a plain object`,
    )
  })

  it.each([['title'], 'fields=title', new URLSearchParams('fields=title'), 5])('refuses the query %j', (asked) => {
    expect(() => queryString(asked as object)).toThrow("A query must be an object, as in { fields: ['title'] }, not ")
  })

  it('serializes dates of libraries as their text', () => {
    const day = { toJSON: () => '2026-05-01', internal: 1 }
    expect(queryString({ filters: { day } })).toBe('filters%5Bday%5D=2026-05-01')
  })

  it('serializes any query so that the server parses the same', () => {
    fc.assert(
      fc.property(query, (asked) => {
        expect(read(queryString(asked as object))).toEqual(meant(asked) ?? {})
      }),
      { numRuns: randomRuns(1_000) },
    )
  })

  it('serializes lists and objects as qs does', () => {
    const asked = {
      filters: { $or: [{ title: 'a b' }, { author: { name: { $in: ['é', '&='] } } }] },
      fields: ['title'],
    }
    expect(queryString(asked)).toBe(qs.stringify(asked))
  })

  it.each([
    [{ filters: { day: { $lt: new Date('2025-01-02T03:04:05.678Z') } } }, 'filters[day][$lt]=2025-01-02T03:04:05.678Z'],
    [{ filters: { title: null } }, 'filters[title]'],
    [{ filters: { title: { $null: true } }, status: undefined }, 'filters[title][$null]=true'],
    [{ filters: { id: { $in: [] } }, fields: [] }, 'filters[id][$in][]&fields[]'],
    [{ filters: { id: { $notIn: [] }, $and: [] } }, ''],
    [{ filters: { $or: [{}, { id: 1 }] } }, 'filters[$or][0]&filters[$or][1][id]=1'],
    [
      { populate: { author: true, tags: { fields: ['label'] } } },
      'populate[author]=true&populate[tags][fields][0]=label',
    ],
    [
      { populate: { author: {}, tags: { fields: undefined, filters: {} } } },
      'populate[author]=true&populate[tags]=true',
    ],
    [{ populate: { author: { populate: { avatar: {} } } } }, 'populate[author][populate][avatar]=true'],
    [{ populate: { sections: { on: { 'blocks.cta': {} } } } }, 'populate[sections][on][blocks.cta]=true'],
    [{ populate: { author: undefined, tags: false } }, 'populate[tags]=false'],
    [{ populate: [], fields: 'title' }, 'fields=title'],
    [
      { populate: { author: { populate: [] }, tags: { sort: 'label', populate: [] } } },
      'populate[author]=true&populate[tags][sort]=label',
    ],
    [{ filters: { populate: {}, on: { author: {} } } }, ''],
  ])('serializes %j', (asked, expected) => {
    expect(decodeURIComponent(queryString(asked))).toBe(expected)
  })

  it('refuses an invalid date', () => {
    expect(() => queryString({ filters: { day: new Date('nope') } })).toThrow(RangeError)
  })
})
