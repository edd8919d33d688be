import { describe, expect, it } from 'vitest'
import { createCosts } from './costs.ts'

const NOTHING_RUNS = 0

describe('costs', () => {
  it('are the median of the last runs', () => {
    const costs = createCosts()
    expect(costs.expected('a')).toBe(null)
    for (const milliseconds of [100, 2, 3]) costs.took('a', milliseconds)
    expect(costs.expected('a')).toBe(3)
    expect(costs.expected('b')).toBe(null)
  })

  it('count as fast in proportion to those of other statements', () => {
    const costs = createCosts()
    costs.took('long', 4_000)
    expect(costs.isQuick(400, NOTHING_RUNS)).toBe(true)
    expect(costs.isQuick(600, NOTHING_RUNS)).toBe(false)
  })

  it('of a cancelled statement are not below the known ones', () => {
    const costs = createCosts()
    costs.took('long', 4_000)
    for (let times = 0; times < 20; times += 1) costs.tookAtLeast('long', 100)
    expect(costs.expected('long')).toBe(4_000)
    expect(costs.isQuick(400, NOTHING_RUNS)).toBe(true)
  })

  it('of a cancelled statement are higher if it took longer than before', () => {
    const costs = createCosts()
    costs.took('text', 5)
    for (let times = 0; times < 3; times += 1) costs.tookAtLeast('text', 500)
    expect(costs.expected('text')).toBe(500)
    costs.tookAtLeast('another', 300)
    expect(costs.expected('another')).toBe(300)
  })
})
