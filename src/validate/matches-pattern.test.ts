import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMatchesPattern } from './matches-pattern.ts'

afterEach(() => void vi.restoreAllMocks())

const NESTED = /^(a+)+$/

/** As if the process had this part of a processor; of a whole one after forty looks, so that a test ends. */
function throttleTo(part: number) {
  const usage = vi.spyOn(process, 'cpuUsage')
  return usage.mockImplementation((before = { user: 0, system: 0 }) => {
    const share = usage.mock.calls.length > 40 ? 1 : part
    return { user: performance.now() * 1_000 * share - before.user, system: 0 }
  })
}

/** As if each comparison took so much of the processor, whatever else the machine does. */
function eachTakes(microseconds: number) {
  vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({ user: before ? microseconds : 0, system: 0 }))
}

describe('matchesPattern', () => {
  it('compares', () => {
    const matchesPattern = createMatchesPattern()
    expect(matchesPattern(NESTED, 'aaa', 'code')).toBe(true)
    expect(matchesPattern(NESTED, 'aab', 'code')).toBe(false)
  })

  it('gives up soon, also where the process has a tenth of a processor', () => {
    const usage = throttleTo(0.1)
    expect(() => createMatchesPattern()(NESTED, `${'a'.repeat(40)}b`, 'code')).toThrow('takes too long')
    expect(usage.mock.calls.length).toBeLessThan(12)
  })

  it('gives up texts of one body that each take a while', () => {
    const matchesPattern = createMatchesPattern()
    const text = `${'a'.repeat(20)}b`
    const compareAll = () => Array.from({ length: 1_000 }, () => matchesPattern(NESTED, text, 'code'))
    expect(matchesPattern(NESTED, text, 'code')).toBe(false)
    expect(compareAll).toThrow('takes too long')
  })

  it('compares three thousand texts with an expression that takes no time', () => {
    eachTakes(150)
    const matchesPattern = createMatchesPattern()
    const matches = Array.from({ length: 3_000 }, (_, index) => matchesPattern(/^[a-z]+\d+$/, `code${index}`, 'code'))
    expect(matches).not.toContain(false)
  })
})
