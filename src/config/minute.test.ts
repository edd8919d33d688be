import { expect, it } from 'vitest'
import { isValidAt, MINUTE, minuteOf } from './minute.ts'

it('relative dates are valid for their minute only', () => {
  const begins = minuteOf(Date.parse('2025-03-31T10:20:30.000Z'))
  const times = [begins - 1, begins, begins + MINUTE - 1, begins + MINUTE]
  expect(times.map((now) => isValidAt(now, begins + MINUTE))).toEqual([false, true, true, false])
  expect(isValidAt(begins, null)).toBe(true)
})
