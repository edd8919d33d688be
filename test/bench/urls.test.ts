import { describe, expect, it } from 'vitest'
import { readOptions } from '../../bench/options.ts'
import { capacityText } from '../../bench/report/capacity-report.ts'
import { urlsFigures, urlsText } from '../../bench/report/urls-report.ts'
import { workersFigures } from '../../bench/report/workers-report.ts'
import { shapeCount, withShape, withValue } from '../../bench/runs/distinct-urls.ts'

const cost = (server: number, elapsed = server, database = 0) => ({ server, database, elapsed })

describe('distinct URLs', () => {
  it('are as many as there are numbers', () => {
    const shapes = Array.from({ length: shapeCount }, (_, number) => withShape(number))
    expect(new Set(shapes).size).toBe(shapeCount)
    expect(shapeCount).toBeGreaterThanOrEqual(readOptions(['--urls']).requests)
    expect(withValue(1)).not.toBe(withValue(2))
  })
})

describe('the report on new URLs', () => {
  const result = {
    costs: new Map([
      ['repeated', [cost(1)]],
      ['other values', [cost(1.25)]],
      ['known shapes', [cost(2)]],
      ['new shapes', [cost(3.5)]],
    ] as const),
    first: [
      [8, 7, 4],
      [6, 5, 3],
    ].map((times) => [...times, 3, 3, 3, 3, 3, 3, 2]),
  }

  it('has the figures that are expected of it', () => {
    expect(urlsFigures(result)).toMatchObject({ valuesAgainstRepeated: 0.8, newShapeCosts: 1.5 })
    expect(urlsText(result)).toMatch(/first request of a process takes 6\.00 ms, its tenth 2\.00: 3\.00 times/)
  })
})

describe('processor time', () => {
  it('of the database counts where a core is full', () => {
    const text = capacityText([{ name: 'list', cold: [cost(1, 5, 1), cost(3, 5, 3)], warm: [cost(0.25)] }])
    expect(text).toMatch(/list +\| +1\.00 \| +1\.00 \| +0\.25 \| +500 \| +4000 \|/)
  })

  it('and the clock tell how many cores two workers had', () => {
    const costs = new Map([
      [1, [cost(1, 1)]],
      [2, [cost(1, 0.5)]],
    ])
    expect(workersFigures([{ name: 'list', costs }])).toMatchObject([{ ratio: 2, cores: 2 }])
  })
})
