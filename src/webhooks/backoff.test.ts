import { expect, it } from 'vitest'
import { backoffAfter, pauseAfter } from './backoff.ts'

it('waits twice as long after each attempt, up to an hour', () => {
  expect([1, 2, 3, 10, 11, 50].map(backoffAfter)).toEqual([5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000])
})

it('leaves a receiver that fails alone for up to a minute', () => {
  expect([1, 2, 3, 7, 50].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 60_000, 60_000])
})
