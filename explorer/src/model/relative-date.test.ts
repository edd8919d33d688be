import { describe, expect, it } from 'vitest'
import { readRelative, writeRelative } from './relative-date.ts'

describe('relative dates', () => {
  it.each(['$now', '$today', '$now(-7d)', '$today(1M)', '$today(-20y)', '$now(3h)', '$now(-2w)'])(
    '%s is read and written',
    (text) => {
      const date = readRelative(text)
      expect(date).not.toBeNull()
      expect(date === null ? null : writeRelative(date)).toBe(text)
    },
  )

  it.each(['', '2025-01-01', '$nowhere', '$now(7)', '$now(7q)', '$today(-12345d)', 'x $now'])(
    '%s is another text',
    (text) => {
      expect(readRelative(text)).toBeNull()
    },
  )

  it('says which way and how far', () => {
    expect(readRelative('$now(-7d)')).toEqual({ base: 'now', amount: '7', unit: 'd', isAgo: true })
    expect(readRelative('$today(1M)')).toEqual({ base: 'today', amount: '1', unit: 'M', isAgo: false })
  })
})
