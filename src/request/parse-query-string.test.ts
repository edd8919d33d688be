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
  ])('refuses a body full of %s as fast as one that has a few too many', (_what, write, message) => {
    expect(() => parse(write(1_001))).toThrow(message)
    const text = write(100_000)
    const begun = performance.now()
    expect(() => parse(text)).toThrow(message)
    expect(performance.now() - begun).toBeLessThan(100)
  })
})
