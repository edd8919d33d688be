import { expect, it } from 'vitest'
import { ascending, candidate, type KeyColumn } from './candidate.ts'

const descending = (name: string): KeyColumn => ({ name, descending: true })

it('indexes of the same columns in other directions have different names', () => {
  const lists = [
    [ascending('views'), ascending('title')],
    [descending('views'), ascending('title')],
    [ascending('views'), descending('title')],
    [descending('views'), descending('title')],
  ]
  const names = lists.map((list) => candidate('articles', list)?.index.name)
  expect(new Set(names).size).toBe(lists.length)
})

it('has each column once, at most seven, and none if the primary key is enough', () => {
  const twice = candidate('articles', [descending('views'), ascending('views'), ascending('id')])
  expect(twice?.index).toMatchObject({ columns: ['views', 'id'], descending: ['views'] })
  const columns = (count: number) => Array.from({ length: count }, (_, index) => ascending(`c${index}`))
  expect(candidate('articles', columns(7))).not.toBeNull()
  expect(candidate('articles', columns(8))).toBeNull()
  expect(candidate('articles', [])).toBeNull()
  expect(candidate('articles', [ascending('id'), ascending('views')])).toBeNull()
  expect(candidate('articles', [ascending('id')], { column: 'published_at', isNull: false })).not.toBeNull()
})
