import { describe, expect, it } from 'vitest'
import { DESCRIPTION } from './description.fixture.ts'
import { extensionsUsed } from './extensions-used.ts'
import { readRequest } from './request.ts'

function used(path: string): readonly string[] {
  const request = readRequest(`/api/${path}`, DESCRIPTION)
  if (request === null) throw new Error(`not read: ${path}`)
  return extensionsUsed(request, DESCRIPTION)
}

describe('extensionsUsed', () => {
  it.each([
    ['articles?fields=-title', ['exclude']],
    ['articles?_q=river', []],
    ['articles?_q[text]=river&_q[in][0]=title&_q[prefix]=true&_q[show]=score', ['search']],
    ['articles?populate=*,-author', ['exclude']],
    ['articles?populate[author][fields]=-name', ['exclude']],
    ['articles?populate[related][pagination][limit]=3', ['nestedPages']],
    ['articles?filters[related][$none][title]=x', ['quantifiers']],
    ['articles?filters[related][$all][title][0]=x', ['quantifiers']],
    ['articles?filters[related][$count][$of][day]=$today&filters[related][$count][$eq]=2', ['quantifiers', 'dates']],
    ['articles?sort=related.$count', ['quantifiers']],
    ['articles?populate=**', ['deep']],
    ['articles?populate[**][pagination][limit]=3', ['nestedPages', 'deep']],
    ['articles?filters[sections][on][blocks.quote][stars]=5', ['zones']],
    ['articles?filters[sections][on][blocks.quote][by][$some][name]=x', ['quantifiers', 'zones']],
    ['articles?filters[sections][$null]=true', ['zones']],
    ['articles?locale[$first]=fr,en', ['localeFallback']],
    ['articles?pagination[start][after]=', ['cursors']],
    ['articles?pagination[withCount]=capped', ['cursors']],
    ['articles?pagination[withCount][by]=format', ['aggregates']],
    ['articles/actions/aggregate?by=format', ['aggregates']],
    ['articles?filters[meta][$path][a]=1', ['json']],
    ['articles?filters[$or][0][meta][$has]=1', ['json']],
    ['articles?sort=title:asc.ci', ['sorting']],
    ['articles?sort=$random:a', ['sorting']],
    ['articles?filters[day][$gt]=$today(-7d)', ['dates']],
    ['articles?filters[$not][at][$between][0]=$now(-7d)&filters[$not][at][$between][1]=$now', ['dates']],
    ['articles?filters[day][$gt]=$today&filters[day][$lt]=2030-01-01', ['dates']],
  ])('%s', (path, expected) => {
    expect(used(path)).toEqual(expected)
  })

  it.each([
    'articles',
    'articles?filters[title]=$now&filters[author][name][$contains]=a&fields=title&populate=*&sort=title:desc&locale=fr',
    'articles?populate[sections][on][blocks.quote][filters][stars]=5&pagination[start]=1&pagination[withCount]=true',
  ])('none: %s', (path) => {
    expect(used(path)).toEqual([])
  })
})
