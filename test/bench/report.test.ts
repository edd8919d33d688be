import { describe, expect, it } from 'vitest'
import { namesOf, statementsIn } from '../../bench/database/index-statements.ts'
import { firstDifference } from '../../bench/load/first-difference.ts'
import type { Measurement } from '../../bench/load/load.ts'
import { normalizeTimes } from '../../bench/load/normalize-times.ts'
import { chartOf } from '../../bench/report/chart.ts'
import { compareFigures } from '../../bench/report/compare-report.ts'
import { ratioChartOf } from '../../bench/report/ratio-chart.ts'
import type { Results } from '../../bench/report/results-file.ts'
import { slopeOf } from '../../bench/report/soak-report.ts'
import { ratioOf } from '../../bench/report/spread.ts'

const round = (requestsPerSecond: number): Measurement => ({ requests: 10, requestsPerSecond, p50: 1, p99: 2 })

describe('a ratio', () => {
  it('is that of neighbouring rounds, not of medians', () => {
    const one = [round(100), round(10), round(60)]
    const other = [round(50), round(10), round(20)]
    expect(ratioOf(one, other)).toEqual({ median: 2, least: 1, most: 3 })
  })

  it('is missing where one side was not measured', () => {
    expect(ratioOf([round(1)], undefined)).toBeUndefined()
  })
})

describe('the difference of two answers', () => {
  it.each([
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, 'a.1.b is 2 and 3'],
    [{ a: null }, {}, 'a is null and nothing'],
    [[], {}, 'the value is [] and {}'],
    [{ a: [1] }, { a: [1, 2] }, 'a.1 is nothing and 2'],
  ])('%j and %j', (one, other, expected) => {
    expect(firstDifference(one, other)).toBe(expected)
  })

  it('is empty between equal values, in any order', () => {
    expect(firstDifference({ a: 1, b: [null] }, { b: [null], a: 1 })).toBeUndefined()
  })

  it('is empty between times with more and fewer decimals', () => {
    expect(JSON.parse('["14:13:00","14:13:00.5","14:13"]', normalizeTimes)).toEqual([
      '14:13:00.000',
      '14:13:00.500',
      '14:13',
    ])
  })
})

describe('index statements', () => {
  const text =
    '-- a comment\ncreate index "one" on t (a);\ncreate unique index two on t (b) where c;\ndrop index three;\n'

  it('are taken from any text, one a line', () => {
    expect(statementsIn(text)).toEqual(['create index "one" on t (a)', 'create unique index two on t (b) where c'])
    expect(namesOf(statementsIn(text))).toEqual(['one', 'two'])
  })
})

describe('the slope of memory', () => {
  it('is that of a straight line', () => {
    const sample = (requests: number) => ({ requests, seconds: 0, rss: 0, external: 0, heapUsed: 500 + 3 * requests })
    expect(slopeOf([sample(0), sample(100), sample(400)], 'heapUsed')).toBe(3_000)
  })
})

describe('the chart', () => {
  const query = { name: 'list', path: '/api/articles' }
  const rounds = new Map([['lectern', [round(1000)]] as const, ['strapi', [round(10)]] as const])
  const answer = { rows: 1, total: 1, bytes: 1 }
  const states = compareFigures([{ state: 'as-is', indexes: [], results: [{ query, answer, rounds }] }])
  const results = { 'compare-sqlite': { states } } as unknown as Results

  it('has a mark for each server, the faster to the right, and how many times', () => {
    const chart = chartOf(results) ?? ''
    const at = (peer: string) =>
      Number(new RegExp(`translate\\((\\S+) \\S+\\)"><\\w+ class="${peer}"`).exec(chart.split('>list<')[1] ?? '')?.[1])
    expect(at('lectern')).toBeGreaterThan(at('strapi'))
    expect(chart).toContain('>100×<')
    expect(chart).toContain('prefers-color-scheme: dark')
  })

  it('is missing while nothing is measured', () => {
    expect(chartOf({})).toBeUndefined()
    expect(ratioChartOf({})).toBeUndefined()
  })

  it('of ratios has a bar as long as the logarithm of how many times', () => {
    const faster = new Map([['lectern', [round(10_000)]] as const, ['strapi', [round(10)]] as const])
    const indexed = compareFigures([{ state: 'indexed', indexes: [], results: [{ query, answer, rounds: faster }] }])
    const chart = ratioChartOf({ 'compare-postgres': { states: [...states, ...indexed] } } as unknown as Results) ?? ''
    const width = (kind: string) =>
      Number(new RegExp(`class="${kind}" x="\\d+" y="\\d+" width="(\\S+)"`).exec(chart)?.[1])
    expect(width('added') / width('asIs')).toBeCloseTo(Math.log10(1_000) / Math.log10(100), 2)
    expect(chart).toContain('>a list<')
    expect(chart).toContain('>100 · 1000×<')
    expect(chart).toContain('>PostgreSQL<')
    expect(chart).not.toContain('>SQLite<')
  })
})
