import { describe, expect, it, vi } from 'vitest'
import { createIntervals } from './intervals.ts'

describe('createIntervals', () => {
  it('gives the same stamp during an interval', () => {
    let now = 10_000
    const interval = createIntervals(5, () => now)
    const first = interval().stampOf([])
    now = 14_999
    expect(interval().stampOf([])).toBe(first)
    now = 15_000
    expect(interval().stampOf([])).not.toBe(first)
  })

  it('never repeats an interval, even if the clock is set back', () => {
    vi.useFakeTimers()
    try {
      const interval = createIntervals(5)
      const stamps = [interval().stampOf([])]
      for (const step of [5_000, 5_000]) {
        vi.advanceTimersByTime(step)
        vi.setSystemTime(Date.now() - step)
        stamps.push(interval().stampOf([]))
      }
      expect(new Set(stamps).size).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })
})
