import { describe, expect, it } from 'vitest'
import { DESCRIPTION } from './description.fixture.ts'
import { facetsOf } from './facets.ts'
import { entriesUrl, groupTable } from './group-table.ts'
import { readRequest } from './request.ts'

const BODY = {
  data: [
    { by: { format: 'news' }, count: 12, sum: { views: '9007199254740993', likes: '34' }, avg: { views: null } },
    { by: { format: null }, count: 3, sum: { views: '5', likes: '17' }, avg: { views: 2.5 } },
  ],
}

describe('groupTable', () => {
  it('has a column for each name, and the greatest number of each', () => {
    const table = groupTable(BODY)
    expect(table?.keys).toEqual(['format'])
    expect(table?.values).toEqual([
      { name: 'count', greatest: 12 },
      { name: 'sum.views', greatest: 5 },
      { name: 'sum.likes', greatest: 34 },
      { name: 'avg.views', greatest: 2.5 },
    ])
    expect(table?.rows[1]).toEqual({ keys: [null], values: [3, '5', '17', 2.5] })
  })

  it('does not exist for errors and empty responses', () => {
    expect(groupTable({ data: [] })).toBeNull()
    expect(groupTable({ data: null, error: {} })).toBeNull()
  })
})

describe('entriesUrl', () => {
  const urlOf = (asked: string, keys: readonly unknown[]) => {
    const request = readRequest(`/api/articles/actions/aggregate?${asked}`, DESCRIPTION)
    if (request === null || request.groups === null) throw new Error('no groups')
    return entriesUrl({ keys, values: [] }, request, request.groups, '/api')
  }

  it('asks for the entries of a group, with the filters of the groups', () => {
    expect(urlOf('by=format,author.name&filters[views][$gt]=1&sort=count', ['news', 'Ada'])).toBe(
      '/api/articles?filters[views][$gt]=1&filters[format][$eq]=news&filters[author][name][$eq]=Ada',
    )
    expect(urlOf('by=format', [null])).toBe('/api/articles?filters[format][$null]=true')
  })

  it('does not exist for a part of a date', () => {
    expect(urlOf('by=day:month', ['2025-03'])).toBeNull()
  })
})

describe('facetsOf', () => {
  it('has the values of each name', () => {
    const facets = { format: { values: [{ value: 'news', count: 7 }], more: true } }
    expect(facetsOf({ data: [], meta: { pagination: {}, facets } })).toEqual([
      { name: 'format', values: [{ value: 'news', count: 7 }], more: true },
    ])
    expect(facetsOf({ data: [], meta: {} })).toEqual([])
    expect(facetsOf(null)).toEqual([])
  })
})
