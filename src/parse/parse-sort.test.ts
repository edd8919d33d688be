import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../config/limits.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import { NO_EXTENSIONS } from '../vocabulary/extensions.ts'
import { parseSort } from './parse-sort.ts'

const pathsOf = (query: string) =>
  parseSort(parseQueryString(query, DEFAULT_LIMITS).sort, 'sort', NO_EXTENSIONS).map(({ path }) => path.join('.'))

describe('parseSort', () => {
  it.each([
    ['sort=author.name:desc,id', ['author.name', 'id']],
    ['sort[0]=author.name:desc&sort[1]=id', ['author.name', 'id']],
    ['sort[0][author][name]=desc&sort[1][id]=asc', ['author.name', 'id']],
    ['sort[]', []],
  ])('reads %s', (query, paths) => {
    expect(pathsOf(query)).toEqual(paths)
  })

  it.each([
    'sort[0]=id&sort[1][title]=asc',
    'sort[0]=id&sort[1]',
    'sort[0]=id&sort[1]=title&sort[1]=views',
    'sort[0]=title&sort[0]=id',
    'sort[0][title]=asc&sort[1]',
  ])('refuses %s, where some of it would be lost', (query) => {
    expect(() => pathsOf(query)).toThrow('Invalid key 0')
  })

  it('refuses two orders for one name', () => {
    expect(() => pathsOf('sort[title]=asc&sort[title]=desc')).toThrow('Invalid order')
  })
})
