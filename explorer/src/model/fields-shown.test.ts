import { expect, it } from 'vitest'
import { leavesOut, toggled, withMode } from './fields-shown.ts'

it('distinguishes fields to leave out, fields to show, and attributes whose name starts with a minus', () => {
  expect(leavesOut(['-body'], ['body'])).toBe(true)
  expect(leavesOut(['body'], ['body'])).toBe(false)
  expect(leavesOut(['-body', 'title'], ['body', 'title'])).toBe(false)
  expect(leavesOut(['-body'], ['-body'])).toBe(false)
  expect(leavesOut([], [])).toBe(false)
})

it('adds, removes, and goes from one to the other', () => {
  expect(toggled([], 'body', true)).toEqual(['-body'])
  expect(toggled(['body'], 'title', true)).toEqual(['-body', '-title'])
  expect(toggled(['body'], 'body', true)).toBeNull()
  expect(withMode(['body', 'title'], false)).toEqual(['body', 'title'])
})
