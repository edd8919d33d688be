import { expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../config/limits.ts'
import { escaped, queryOfJson } from './query-in-body.ts'

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

it('refuses long names that lead to many values, before a text of all of them is made', () => {
  const values = Object.fromEntries(numbers(1_000).map((number) => [`x${number}`, 1]))
  expect(() => written({ ['n'.repeat(900)]: values })).not.toThrow()
  expect(() => written({ ['n'.repeat(1_200)]: values })).toThrow(/names .* are longer than 1048576 bytes together/)
  // More characters than a text can have.
  expect(() => written({ ['n'.repeat(900_000)]: values })).toThrow(/longer than 1048576 bytes/)
  expect(() => written({ filters: { title: { $eq: 'x'.repeat(1_000_000) } } })).not.toThrow()
})

it('escapes what a URL cannot have, in one piece where it stands together', () => {
  expect(escaped('a=é b&c=🦄%20')).toBe('a=%C3%A9%20b&c=%F0%9F%A6%84%20')
  expect(escaped('é'.repeat(500_000))).toBe('%C3%A9'.repeat(500_000))
})
