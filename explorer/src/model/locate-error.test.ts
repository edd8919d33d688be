import { describe, expect, it } from 'vitest'
import { DESCRIPTION } from './description.fixture.ts'
import { locateError } from './locate-error.ts'
import { readRequest } from './request.ts'

function locate(query: string, message: string, details: Record<string, unknown> = {}, name = 'ValidationError') {
  const request = readRequest(`/api/articles?${query}`, DESCRIPTION)
  if (request === null) throw new Error('no request')
  return locateError({ status: 400, name, message, details }, request, DESCRIPTION)
}

const key = (param: string, key: string, path: string | null) => ({ param, key, path, source: 'query' })

describe('locateError', () => {
  it.each([
    ['filters[nope]=1', key('filters', 'nope', null), 'filters/0'],
    ['filters[title]=1&filters[author][nope]=1', key('filters', 'nope', 'author'), 'filters/1/0'],
    ['filters[title][$foo]=1', key('filters', '$foo', 'title'), 'filters/0/0'],
    ['filters[$or][0][title]=1&filters[$or][1][nope]=2', key('filters', 'nope', null), 'filters/0/1/0'],
    ['filters[$not][nope]=2', key('filters', 'nope', null), 'filters/0/0'],
    ['sort=title,author.nope', key('sort', 'nope', 'author'), 'sort/1'],
    ['fields=title,nope', key('fields', 'nope', null), 'fields/nope'],
    ['populate=author,nope', key('populate', 'nope', 'nope'), 'populate/nope'],
    ['populate[author][populate][nope]=true', key('populate', 'nope', 'author'), 'populate/author/populate/nope'],
    ['populate[author][fields]=nope', key('populate', 'nope', null), 'populate/author/fields/nope'],
    ['populate[related][filters][nope]=1', key('populate', 'nope', null), 'populate/related/filters/0'],
    ['populate[related][sort]=nope', key('populate', 'nope', null), 'populate/related/sort/0'],
    ['populate[related][limit]=3', key('populate', 'limit', 'related'), 'populate/related'],
    [
      'populate[sections][on][blocks.quote][fields]=nope',
      key('populate', 'nope', null),
      'populate/sections/on/blocks.quote/fields/nope',
    ],
    ['nope=1', key('nope', 'nope', null), 'as-written/nope'],
  ])('%s', (query, details, address) => {
    expect(locate(query, 'Invalid key', details)).toBe(address)
  })

  it('distinguishes values at the same attribute by the text that the message quotes', () => {
    const query = 'filters[$and][0][views][$gt]=a&filters[$and][1][views][$lt]=b'
    const details = { param: 'filters', path: 'views' }
    expect(locate(query, 'Invalid value "b" at views. Expected a number', details)).toBe('filters/1')
  })

  it.each([
    ['filters[title]=x&filters[day]=x', 'Invalid format, expected yyyy-MM-dd', 'filters/1'],
    ['filters[day]=x&filters[at]=x', 'Invalid format, expected a timestamp or an ISO date', 'filters/1'],
    ['sort=title', 'Invalid order. order can only be one of asc|desc|ASC|DESC', 'sort'],
    ['locale=xx', "Invalid parameter at 'locale'. Locale must be a valid BCP 47 format", 'locale'],
    ['', 'Something nobody expected', null],
  ])('finds what has no details, %s', (query, message, address) => {
    expect(locate(query, message)).toBe(address)
  })

  it('knows the parts of the pagination, and limits', () => {
    expect(locate('pagination[page]=x', 'Invalid value', { param: 'pagination[page]' })).toBe('pagination/from')
    expect(locate('pagination[limit]=x', 'Invalid value', { param: 'pagination[limit]' })).toBe('pagination/size')
    expect(locate('', 'Cannot use both page & offset', {}, 'PaginationError')).toBe('pagination')
    expect(locate('', 'Too many', { limit: 'sortKeys' })).toBe('sort')
    expect(locate('', 'Too many', { limit: 'parameters' })).toBeNull()
  })
})
