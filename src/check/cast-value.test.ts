import { describe, expect, it } from 'vitest'
import type { ScalarType } from '../schema/schema.ts'
import { castValue } from './cast-value.ts'

const PLACE = { param: 'filters', path: 'a' }

describe('castValue', () => {
  it.each<[ScalarType, string, unknown]>([
    ['biginteger', '-007', -7n],
    ['biginteger', ' +000 ', 0n],
    ['biginteger', `000${'9'.repeat(500)}`, 10n ** 400n],
    ['biginteger', `${'0'.repeat(500)}12`, 12n],
    ['datetime', '2024-07-01T12:34:56Z', Date.parse('2024-07-01T12:34:56Z')],
  ])('casts to %s: %s', (type, text, value) => {
    expect(castValue(text, type, PLACE)).toBe(value)
  })

  it.each<[ScalarType, string]>([
    ['biginteger', ''],
    ['biginteger', '1x'],
    // As long as a body: a check in quadratic time would take minutes.
    ['biginteger', `${'0'.repeat(1_000_000)}x`],
    ['datetime', `${'T'.repeat(1_000_000)}`],
    ['datetime', `2024-07-01T${'-'.repeat(1_000_000)}\n`],
    ['date', `${'T'.repeat(1_000_000)}`],
    ['time', `${'T'.repeat(1_000_000)}`],
  ])('refuses as %s: %#', (type, text) => {
    expect(() => castValue(text, type, PLACE)).toThrow(/^Invalid/)
  })

  it('explains that a plus sign in a URL is a space', () => {
    for (const text of ['2025-01-31T09:30:00 01:00', 'TT09:30 0100']) {
      expect(() => castValue(text, 'datetime', PLACE)).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ hint: expect.stringContaining('%2B') }) }),
      )
    }
  })
})
