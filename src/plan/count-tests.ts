/** Evaluates tests on a number of rows. */

import type { CountTest } from './read-plan.ts'

export function holdsOf(test: CountTest, count: number): boolean {
  switch (test.kind) {
    case 'eq':
      return count === test.value
    case 'lt':
      return count < test.value
    case 'lte':
      return count <= test.value
    case 'gt':
      return count > test.value
    case 'gte':
      return count >= test.value
    case 'in':
      return test.values.includes(count)
    case 'between':
      return test.low <= count && count <= test.high
  }
}

/**
 * Numbers from 1 on around which the result of a test may change: if it is the same for all of these, it is the same for
 * all numbers.
 */
export function turningPoints(test: CountTest): readonly number[] {
  return valuesOf(test)
    .flatMap((value) => [value - 1, value, value + 1])
    .filter((count) => count >= 1)
}

/** The numbers that a count is compared with. */
export function valuesOf(test: CountTest): readonly number[] {
  if (test.kind === 'in') return test.values
  return test.kind === 'between' ? [test.low, test.high] : [test.value]
}
