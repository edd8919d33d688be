import { describe, expect, it } from 'vitest'
import { createWorkBudget } from './work-budget.ts'

describe('a budget of time', () => {
  it('is spent by work, also by work that fails, and comes back with time', () => {
    let time = 0
    const budget = createWorkBudget(() => time)
    const work = (milliseconds: number) => () => {
      time += milliseconds
      return milliseconds
    }
    expect(budget.hasTime()).toBe(true)
    expect(budget.spend(work(30))).toBe(30)
    expect(budget.hasTime()).toBe(true)
    const failing = () => {
      work(90)()
      throw new Error('fails')
    }
    expect(() => budget.spend(failing)).toThrow('fails')
    // Half of what has passed has come back: 50 - 30 + 15 - 90 + 45.
    expect(budget.hasTime()).toBe(false)
    time += 21
    expect(budget.hasTime()).toBe(true)
  })

  it('does not grow while nothing happens', () => {
    let time = 0
    const budget = createWorkBudget(() => time)
    time = 1_000_000
    expect(budget.hasTime()).toBe(true)
    budget.spend(() => {
      time += 101
    })
    expect(budget.hasTime()).toBe(false)
  })
})
