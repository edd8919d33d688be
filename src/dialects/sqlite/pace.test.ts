import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

function paceAfter(...runs: readonly number[]) {
  const pace = createPace()
  for (const milliseconds of runs) pace.took('select', milliseconds)
  return pace
}

const often = (times: number, milliseconds = 0.1) => Array.from({ length: times }, () => milliseconds)

it('does not count a statement that was never run as fast', () => {
  expect(paceAfter().isQuick('select')).toBe(false)
})

it('treats a slow statement as slow until it was fast for a while', () => {
  expect(paceAfter(0.1).isQuick('select')).toBe(true)
  expect(paceAfter(3).isQuick('select')).toBe(false)
  expect(paceAfter(3, ...often(10)).isQuick('select')).toBe(false)
  expect(paceAfter(3, ...often(30)).isQuick('select')).toBe(true)
})

it('ignores one slow run of a fast statement, but not two', () => {
  expect(paceAfter(...often(300), 3).isQuick('select')).toBe(true)
  expect(paceAfter(...often(300), 3, ...often(100), 3).isQuick('select')).toBe(false)
  expect(paceAfter(...often(300), 3, ...often(300), 3).isQuick('select')).toBe(true)
})

it('does not ignore a run that took long', () => {
  expect(paceAfter(...often(300), 21).isQuick('select')).toBe(false)
})

it('treats a statement that was slow several times as slow for thousands of runs', () => {
  expect(paceAfter(500, 500, 500, ...often(2_000)).isQuick('select')).toBe(false)
  expect(paceAfter(500, ...often(2_000)).isQuick('select')).toBe(true)
})
