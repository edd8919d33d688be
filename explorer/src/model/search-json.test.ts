import { describe, expect, it } from 'vitest'
import { rowsOf } from './json-rows.ts'
import { MOST_HITS, searchJson } from './search-json.ts'

const ANSWER = {
  data: [
    { title: 'Boats', author: { name: 'Ada' } },
    { title: 'Trains', views: 71 },
  ],
  meta: {},
}
const hits = (text: string) => [...searchJson(ANSWER, text).hits]

describe('searchJson', () => {
  it('finds values and names, whatever the case', () => {
    expect(hits('ada')).toEqual(['$/data/0/author/name'])
    expect(hits('TITLE')).toEqual(['$/data/0/title', '$/data/1/title'])
    expect(hits('7')).toEqual(['$/data/1/views'])
    expect(hits('nothing')).toEqual([])
    expect(hits(' ')).toEqual([])
  })

  it('opens what hides them, also far down a list', () => {
    const data = Array.from({ length: 80 }, (_, index) => ({ name: `item ${index}` }))
    const { hits: found, opened } = searchJson({ data }, 'item 79')
    const shown = rowsOf({ data }, opened).map(({ path }) => path)
    expect([...found].every((path) => shown.includes(path))).toBe(true)
    expect(found.size).toBe(1)
  })

  it('limits the number of results', () => {
    expect(searchJson({ data: Array.from({ length: 500 }, () => 'x') }, 'x').hits.size).toBe(MOST_HITS)
  })
})
