import { expect, it } from 'vitest'
import { RANDOM_RUNS, randomRuns, readFactor } from './random-runs.ts'

it('is the usual number times the setting', () => {
  expect(randomRuns(1_000)).toBe(Math.round(1_000 * RANDOM_RUNS))
})

it('is once at least', () => {
  expect(randomRuns(1 / 10_000)).toBe(1)
})

it.each([
  [undefined, 1],
  ['10', 10],
  ['0.1', 0.1],
])('RANDOM_RUNS=%s is %d', (text, factor) => {
  expect(readFactor(text)).toBe(factor)
})

it.each(['', '0', '-1', 'many', '1001'])('RANDOM_RUNS=%s is refused', (text) => {
  expect(() => readFactor(text)).toThrow('RANDOM_RUNS=')
})
