import { describe, expect, it } from 'vitest'
import { createWorkBudget } from './work-budget.ts'

/** A clock that only the work moves. */
function still() {
  let time = 0
  let next: (() => void)[] = []
  return {
    now: () => time,
    inNextIteration: (work: () => void) => void next.push(work),
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    iterate: () => {
      for (const work of next) work()
      next = []
    },
  }
}

describe('a budget of time', () => {
  it('is used up by work, even if that fails, and is restored with time', () => {
    const clock = still()
    const budget = createWorkBudget(clock)
    const work = (milliseconds: number) => () => {
      clock.pass(milliseconds)
      return milliseconds
    }
    expect(budget.hasTime()).toBe(true)
    expect(budget.spend(work(30))).toBe(30)
    clock.iterate()
    expect(budget.hasTime()).toBe(true)
    const failing = () => {
      work(90)()
      throw new Error('fails')
    }
    expect(() => budget.spend(failing)).toThrow('fails')
    clock.iterate()
    // Half of the elapsed time is added back: 50 - 30 + 15 - 90 + 45.
    expect(budget.hasTime()).toBe(false)
    clock.pass(21)
    expect(budget.hasTime()).toBe(true)
  })

  it('does not grow while nothing happens', () => {
    const clock = still()
    const budget = createWorkBudget(clock)
    clock.pass(1_000_000)
    expect(budget.hasTime()).toBe(true)
    budget.spend(() => clock.pass(101))
    clock.iterate()
    expect(budget.hasTime()).toBe(false)
  })

  it('is smaller in one iteration of the event loop, however long that lasts', () => {
    const clock = still()
    const budget = createWorkBudget(clock)
    for (const _ of [1, 2]) budget.spend(() => clock.pass(10))
    clock.pass(1_000_000)
    expect(budget.hasTime()).toBe(false)
    clock.iterate()
    expect(budget.hasTime()).toBe(true)
  })
})
