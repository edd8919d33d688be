import { describe, expect, it } from 'vitest'
import { timeStatement } from './statement-time.ts'

/** A process that is so long idle, and so long at work. */
const clocks = () => {
  const passed = { idle: 1_000, busy: 500 }
  return {
    rest: (milliseconds: number) => {
      passed.idle += milliseconds
    },
    work: (milliseconds: number) => {
      passed.busy += milliseconds
    },
    clocks: { now: () => passed.idle + passed.busy, idle: () => passed.idle },
  }
}

describe('timeStatement', () => {
  it('is the time that this process had nothing to do', () => {
    const { rest, work, clocks: given } = clocks()
    const time = timeStatement(given)
    rest(30)
    work(10)
    expect(time(0)).toBe(30)
  })

  it('does not count what this process did itself', () => {
    const { rest, work, clocks: given } = clocks()
    const time = timeStatement(given)
    rest(1)
    work(79)
    expect(time(0)).toBe(10)
  })

  it('counts what this process does for the rows', () => {
    const { rest, clocks: given } = clocks()
    const time = timeStatement(given)
    rest(5)
    expect(time(800_000)).toBe(25)
  })

  it('is not nothing where this process is never idle', () => {
    const { work, clocks: given } = clocks()
    const time = timeStatement(given)
    work(800)
    expect(time(0)).toBe(100)
  })
})
