import { expect, it } from 'vitest'
import { createFailureCounts } from './failure-counts.ts'

it('counts for 50,000 keys at most, and forgets the oldest first', () => {
  const counts = createFailureCounts(() => 1_000)
  const isRefused = (key: string) => counts.count([{ key, most: 1 }]) !== 0
  for (let key = 0; key < 50_000; key += 1) isRefused(`${key}`)
  expect([isRefused('0'), isRefused('49999')]).toEqual([true, true])
  expect(isRefused('another')).toBe(false)
  expect([isRefused('1'), isRefused('0')]).toEqual([true, false])
})

it('keeps nothing of attempts that were not made: they cannot make others be forgotten', () => {
  const counts = createFailureCounts(() => 1_000)
  const failed = { key: 'failed', most: 1 }
  counts.count([failed])
  for (let key = 0; key < 50_001; key += 1) {
    counts.count([{ key: `${key}`, most: 1 }])
    counts.takeBack([`${key}`])
  }
  expect(counts.count([failed])).not.toBe(0)
})
