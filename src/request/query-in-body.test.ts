import { expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../config/limits.ts'
import { queryOfJson } from './query-in-body.ts'

const written = (query: object) => queryOfJson(query, DEFAULT_LIMITS)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

it('writes the query string of the same nesting', () => {
  expect(written({ filters: { id: { $in: [1, 2] } }, sort: 'title' })).toBe(
    'filters[id][%24in][0]=1&filters[id][%24in][1]=2&sort=title',
  )
})

it('refuses what the query string would be refused for before it writes that', () => {
  const listed = (count: number) => ({ filters: { id: { $in: numbers(count) } } })
  expect(() => written(listed(1_000))).not.toThrow()
  expect(() => written(listed(1_001))).toThrow(/A list has more than 1000 values/)
  const named = Object.fromEntries(numbers(1_001).map((number) => [`x${number}`, 1]))
  expect(() => written({ filters: named })).toThrow(/more than 1000 parameters/)
})
