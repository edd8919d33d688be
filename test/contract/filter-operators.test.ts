/** docs/queries.md, the table of operators: each finds rows that no other operator finds. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asker, askerOf } from '../support/ask.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const WORDS = [
  { id: 1, word: 'apple', number: 1 },
  { id: 2, word: 'Apple', number: 2 },
  { id: 3, word: 'APPLE PIE', number: 3 },
  { id: 4, word: 'pineapple', number: 4 },
  { id: 5, word: 'grape', number: 5 },
  { id: 6, word: null, number: null },
  { id: 7, word: '', number: 0 },
  { id: 8, word: '100%_\\', number: 100 },
  { id: 9, word: '1000', number: -1 },
  { id: 10, word: 'ÉCLAIR', number: 10 },
  { id: 11, word: 'éclair', number: 11 },
  { id: 12, word: 'STRASSE', number: 12 },
  { id: 13, word: 'Straße', number: 13 },
] as const

const EVERY = WORDS.map(({ id }) => id)
/** A comparison with a missing value is never true, not even a negated one. */
const all = (...except: number[]) => EVERY.filter((id) => id !== 6 && !except.includes(id))

let project: MadeProject
let ask: Asker
beforeAll(async () => {
  project = await makeProject({
    types: { term: { attributes: { word: { type: 'string' }, number: { type: 'integer' } } } },
    rows: { terms: WORDS },
  })
  ask = askerOf(await project.open())
})
afterAll(() => project.remove())

const found = (filters: string) => ask.ids(`/api/terms?${filters}`)

describe('filters refusals', () => {
  it.each([
    ['filters[word][$EQ]=a', 'Invalid key $EQ at word'],
    ['filters[word][$like]=a', 'Invalid key $like at word'],
    ['filters[$eq]=a', 'Invalid key $eq'],
    ['filters[nothing][$eq]=a', 'Invalid key nothing'],
    ['filters[number][$between]=1', 'takes exactly two values'],
    ['filters[number][$between][0]=1', 'takes exactly two values'],
    [
      'filters[number][$between][0]=1&filters[number][$between][1]=2&filters[number][$between][2]=3',
      'exactly two values',
    ],
    ['filters[$or][word]=a', 'takes a list of filters'],
    ['filters[$and]=a', 'takes a list of filters'],
    ['filters[number][$gt]=many', 'Expected a number'],
  ])('filters: %s is refused', async (filters, message) => {
    const error = await ask.refusal(`/api/terms?${filters}`)
    expect(error).toMatchObject({ status: 400, name: 'ValidationError' })
    expect(error.message).toContain(message)
  })
})

describe('filters comparison operators', () => {
  it.each<[string, readonly number[]]>([
    ['filters[word][$eq]=apple', [1]],
    ['filters[word]=apple', [1]],
    ['filters[word][$eq]=', [7]],
    ['filters[word][$eqi]=aPPLE', [1, 2]],
    ['filters[word][$eqi]=Éclair', [10, 11]],
    ['filters[word][$eqi]=100%25_\\', [8]],
    ['filters[word][$eqi]=100_%25', []],
    ['filters[word][$ne]=apple', all(1)],
    ['filters[word][$nei]=APPLE', all(1, 2)],
    ['filters[word][$nei]=éCLAIR', all(10, 11)],
    ['filters[number][$lt]=3', [1, 2, 7, 9]],
    ['filters[number][$lte]=3', [1, 2, 3, 7, 9]],
    ['filters[number][$gt]=5', [8, 10, 11, 12, 13]],
    ['filters[number][$gte]=5', [5, 8, 10, 11, 12, 13]],
    ['filters[word][$in][0]=apple&filters[word][$in][1]=grape', [1, 5]],
    ['filters[word][$in]=apple', [1]],
    ['filters[word][0]=apple&filters[word][1]=grape', [1, 5]],
    ['filters[word][$notIn][0]=apple&filters[word][$notIn][1]=grape', all(1, 5)],
    ['filters[number][$in][0]=1&filters[number][$in][1]=100', [1, 8]],
    ['filters[word][$null]=true', [6]],
    ['filters[word][$null]=false', all()],
    ['filters[word][$notNull]=true', all()],
    ['filters[word][$notNull]=false', [6]],
    ['filters[number][$between][0]=2&filters[number][$between][1]=4', [2, 3, 4]],
    ['filters[number][$between][0]=4&filters[number][$between][1]=2', []],
    ['filters[number][$between][]=-1&filters[number][$between][]=0', [7, 9]],
  ])('filters: %s finds %j and no other', async (filters, ids) => {
    expect(await found(filters)).toEqual(ids)
  })
})

describe('filters text operators', () => {
  it.each<[string, readonly number[]]>([
    ['filters[word][$contains]=pple', [1, 2, 4]],
    ['filters[word][$contains]=PPLE', [3]],
    ['filters[word][$contains]=CLAIR', [10]],
    ['filters[word][$notContains]=pple', all(1, 2, 4)],
    ['filters[word][$notContains]=PPLE', all(3)],
    ['filters[word][$containsi]=PpLe', [1, 2, 3, 4]],
    ['filters[word][$containsi]=éc', [10, 11]],
    ['filters[word][$containsi]=ÉC', [10, 11]],
    ['filters[word][$notContainsi]=PPLE', all(1, 2, 3, 4)],
    ['filters[word][$notContainsi]=É', all(10, 11)],
    ['filters[word][$startsWith]=App', [2]],
    ['filters[word][$startsWith]=app', [1]],
    ['filters[word][$startsWith]=pple', []],
    ['filters[word][$startsWithi]=aPP', [1, 2, 3]],
    ['filters[word][$startsWithi]=é', [10, 11]],
    ['filters[word][$endsWith]=ple', [1, 2, 4]],
    ['filters[word][$endsWith]=PIE', [3]],
    ['filters[word][$endsWith]=pie', []],
    ['filters[word][$endsWithi]=pie', [3]],
    ['filters[word][$endsWithi]=PLE', [1, 2, 4]],
    ['filters[word][$endsWithi]=CLAIR', [10, 11]],
  ])('filters: %s finds %j and no other', async (filters, ids) => {
    expect(await found(filters)).toEqual(ids)
  })

  it.each<[string, readonly number[]]>([
    ['$contains]=%25', [8]],
    ['$contains]=_', [8]],
    ['$contains]=\\', [8]],
    ['$containsi]=%25', [8]],
    ['$containsi]=_', [8]],
    ['$containsi]=\\', [8]],
    ['$contains]=0%25', [8]],
    ['$startsWith]=100%25', [8]],
    ['$startsWithi]=100%25', [8]],
    ['$startsWithi]=1%250', []],
    ['$endsWith]=\\', [8]],
    ['$endsWithi]=_\\', [8]],
    ['$endsWithi]=%250', []],
    ['$notContains]=_', all(8)],
    ['$notContainsi]=%25', all(8)],
    ["$contains]='", []],
    ['$contains]="', []],
  ])('filters: no character is a wildcard (%s)', async (operator, ids) => {
    expect(await found(`filters[word][${operator}`)).toEqual(ids)
  })

  it.each(['$contains', '$containsi', '$startsWith', '$startsWithi', '$endsWith', '$endsWithi'])(
    'filters: every text %s nothing at all, the missing one does not',
    async (operator) => {
      expect(await found(`filters[word][${operator}]=`)).toEqual(all())
    },
  )

  it('filters: ß and ss differ, also where case is ignored', async () => {
    expect(await found('filters[word][$eqi]=straße')).toEqual([13])
    expect(await found('filters[word][$containsi]=ASSE')).toEqual([12])
    expect(await found('filters[word][$containsi]=ß')).toEqual([13])
  })
})

describe('filters logical operators', () => {
  it.each<[string, readonly number[]]>([
    ['filters[$or][0][word][$eq]=apple&filters[$or][1][number][$gt]=12', [1, 8, 13]],
    ['filters[$and][0][number][$gt]=1&filters[$and][1][number][$lt]=4', [2, 3]],
    ['filters[$and][0][word]=apple&filters[$and][1][word]=grape', []],
    ['filters[$not][word][$eq]=apple', all(1)],
    ['filters[$not][word][$null]=true', all()],
    ['filters[$not][number][$gt]=5&filters[$not][word][$contains]=1', all(8)],
    ['filters[word][$not][$contains]=pple', all(1, 2, 4)],
    ['filters[word][$not]=apple', all(1)],
    ['filters[$not][$or][0][number][$lt]=10&filters[$not][$or][1][number][$gt]=12', [10, 11, 12]],
    ['filters[$or][0][$and][0][number]=1&filters[$or][0][$and][1][word]=apple&filters[$or][1][number]=5', [1, 5]],
    ['filters[$not][$not][word]=apple', [1]],
  ])('filters: %s finds %j and no other', async (filters, ids) => {
    expect(await found(filters)).toEqual(ids)
  })

  it('filters: several filters, and a group beside them, combine', async () => {
    const beside = 'filters[number][$lt]=5&filters[$or][0][word][$contains]=pple&filters[$or][1][word]=grape'
    expect(await found(beside)).toEqual([1, 2, 4])
    expect(await found('filters[number][$gt]=1&filters[number][$lt]=4')).toEqual([2, 3])
    expect(await found('filters[number][$gt]=1&filters[word]=apple')).toEqual([])
  })
})
