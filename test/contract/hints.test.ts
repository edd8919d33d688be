/** What is probably meant: `details.hint` of mistakes that people make who know another API. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Magazine, openMagazine } from '../support/magazine.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const NAME_IS_A_FIELD =
  'name is a field: it is shown without populate. To choose fields, use fields: populate[author][fields]=name'

describe('hints', () => {
  it.each([
    ['filters[title][eq]=x', 'Did you mean $eq?'],
    ['filters[title][contain]=x', 'Did you mean $contains?'],
    ['filters[author][null]=true', 'Did you mean $null?'],
    ['sort=-title', 'Did you mean title:desc?'],
    ['fields=author', 'author is not a field: populate it instead'],
    ['populate[author]=name', NAME_IS_A_FIELD],
    ['populate[author][populate][name]=true', NAME_IS_A_FIELD],
    ['populate=author.name', NAME_IS_A_FIELD],
    ['populate=autor', 'Did you mean author?'],
    // A field would be no better: only what can be populated is suggested.
    ['populate=author.nam', undefined],
    ['populate[author][populate][nam]=true', undefined],
  ])('%s', async (query, hint) => {
    const body = JSON.parse(await magazine.text(`/api/articles?${query}`))
    expect(body.error.details.hint).toBe(hint)
  })

  it('say where a date is wrong', async () => {
    const body = JSON.parse(await magazine.text('/api/articles?filters[createdAt][$gt]=soon'))
    expect(body.error.details).toEqual({ source: 'query', param: 'filters', path: 'createdAt' })
  })
})
