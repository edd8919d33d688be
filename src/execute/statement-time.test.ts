import { describe, expect, it } from 'vitest'
import { timeStatement } from './statement-time.ts'

/** A process that is idle and busy for these times. */
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
  it('is the time that this process was idle', () => {
    const { rest, work, clocks: given } = clocks()
    const time = timeStatement(given)
    rest(30)
    work(10)
    expect(time(0)).toBe(30)
  })

  it('does not include other work of this process', () => {
    const { rest, work, clocks: given } = clocks()
    const time = timeStatement(given)
    rest(1)
    work(79)
    expect(time(0)).toBe(10)
  })

  it('includes the work of this process for the rows', () => {
    const { rest, clocks: given } = clocks()
    const time = timeStatement(given)
    rest(5)
    expect(time(800_000)).toBe(25)
  })

  it('is not zero if this process is never idle', () => {
    const { work, clocks: given } = clocks()
    const time = timeStatement(given)
    work(800)
    expect(time(0)).toBe(100)
  })
})
