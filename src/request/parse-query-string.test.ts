import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../config/limits.ts'
import { parseQueryString } from './parse-query-string.ts'

const parse = (text: string) => parseQueryString(text, DEFAULT_LIMITS)

const LIST = /A list has more than 1000 values/
const PARAMETERS = /more than 1000 parameters/

describe('parseQueryString', () => {
  it('takes as many parameters, and as long lists, as the limits say', () => {
    const names = Array.from({ length: 999 }, (_, index) => `x${index}=1`)
    const list = Array.from({ length: 1_000 }, (_, index) => `list[${index}]=${index}`)
    const params = parse([...names, ...list].join('&'))
    expect(Object.keys(params)).toHaveLength(1_000)
    expect(params.list).toHaveLength(1_000)
  })

  it.each([
    ['names', (count: number) => Array.from({ length: count }, (_, index) => `x${index}&`).join(''), PARAMETERS],
    ['values of one name', (count: number) => 'x=&'.repeat(count), LIST],
    ['values of one list', (count: number) => 'x[]=&'.repeat(count), LIST],
    ['indexes of one list', (count: number) => Array.from({ length: count }, (_, i) => `x[${i}]&`).join(''), LIST],
    ['nothing', (count: number) => '&'.repeat(count), LIST],
  ])('refuses a body full of %s, however many there are', (_what, write, message) => {
    expect(() => parse(write(1_001))).toThrow(message)
    expect(() => parse(write(100_000))).toThrow(message)
  })

  it.each(['sort', 'populate', 'fields', 'populate[author][sort]', 'locale[$first]', 'by'])(
    'holds a list with commas to the length of other lists: %s',
    (name) => {
      const items = (count: number) => Array.from({ length: count }, () => 'title').join(',')
      expect(() => parse(`${name}=${items(1_000)}`)).not.toThrow()
      expect(() => parse(`${name}=${items(1_001)}`)).toThrow(LIST)
      expect(() => parse(`${name}[0]=${items(500)}&${name}[1]=${items(501)}`)).toThrow(LIST)
    },
  )

  it.each(['filters[title]', 'filters[sort]', 'filters[$or][0][fields][$eq]', '_q'])(
    'takes a text with commas for a text: %s',
    (name) => {
      expect(() => parse(`${name}=${','.repeat(5_000)}`)).not.toThrow()
    },
  )
})
