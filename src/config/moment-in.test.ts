import { expect, it } from 'vitest'
import { momentIn } from './moment-in.ts'

it.each([
  ['2024-07-01T12:34:56.789Z', '2024-07-01T12:34:56.789Z'],
  ['2024-07-01T12:34:56.789123456+02:00', '2024-07-01T10:34:56.789Z'],
  ['20240701T123456Z', '2024-07-01T12:34:56.000Z'],
])('reads %s', (text, moment) => {
  expect(new Date(momentIn(text)).toISOString()).toBe(moment)
})

it.each(['soon', '', `2024-07-01T12:34:56.${'0'.repeat(1_000)}Z`, `T${'+'.repeat(1_000_000)}\n`])(
  'takes for no time: %#',
  (text) => {
    expect(momentIn(text)).toBeNaN()
  },
)
