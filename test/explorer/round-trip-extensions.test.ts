/**
 * With extensions: the builder rewrites a request into one with the same response, and shows errors at their controls.
 */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locateError, type ServerError } from '../../explorer/src/model/locate-error.ts'
import { readRequest, writeRequest } from '../../explorer/src/model/request.ts'
import type { Description } from '../../src/explorer/description.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { loadSchema } from '../../src/project/load-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { choices } from '../fuzz/choices.ts'
import { someGroups, someQuery } from '../fuzz/grammar.ts'
import { fixture } from '../support/fixture.ts'
import { randomRuns } from '../support/random-runs.ts'

const SEED = 20_261_116
const RUNS = randomRuns(60)

let lectern: Lectern
let description: Description
let schema: Schema

beforeAll(async () => {
  lectern = await openProject({
    project: fixture('magazine'),
    database: fixture('magazine.sqlite'),
    env: {},
    extensions: EXTENSION_NAMES,
  })
  description = (await (await lectern.fetch('/_explorer/schema.json')).json()) as Description
  schema = (await loadSchema(fixture('magazine'), {})).schema
})

afterAll(() => lectern.close())

function rewritten(url: string): string {
  const request = readRequest(url, description)
  return request === null ? url : writeRequest(request, description.prefix)
}

/** The first error may be another one, but there must be an error in both cases. */
async function responseTo(url: string): Promise<unknown> {
  const response = await lectern.fetch(url)
  const body: unknown = await response.json()
  return response.ok ? body : 'refused'
}

describe('URL → controls → URL', () => {
  it.each([
    // exclude
    '/api/articles?fields[0]=-body&fields[1]=-content',
    '/api/articles?populate[author][fields][0]=-bio',
    '/api/articles?populate[0]=*&populate[1]=-reviews&populate[2]=-localizations',
    '/api/articles?populate[author][populate][0]=*&populate[author][populate][1]=-mentor',
    // nestedPages
    '/api/articles?populate[reviews][sort][0]=createdAt:desc&populate[reviews][pagination][limit]=3',
    '/api/authors?populate[articles][pagination][page]=2&populate[articles][pagination][pageSize]=2',
    '/api/articles?populate[reviews][pagination][limit]=1&populate[reviews][pagination][withCount]=true',
    '/api/articles?populate[sections][pagination][limit]=1&populate[sections][on][blocks.quote]=true',
    // quantifiers
    '/api/articles?filters[reviews][$every][approved][$eq]=true&filters[reviews][$count][$gte]=2',
    '/api/articles?filters[tags][$none][label][$eq]=salt',
    '/api/articles?filters[tags][$all][label][0]=quiet&filters[tags][$all][label][1]=slow',
    '/api/articles?filters[tags][$all][0]=3',
    '/api/articles?filters[tags][$none][$eq]=3',
    '/api/articles?filters[reviews][$count][$of][stars][$gte]=4&filters[reviews][$count][$gt]=1',
    '/api/articles?filters[reviews][$some][stars][$eq]=5&filters[reviews][$none][stars][$eq]=1',
    '/api/authors?filters[articles][$some][reviews][$none][stars][$lt]=4',
    '/api/articles?sort[0]=reviews.$count:desc&sort[1]=title',
    // deep
    '/api/homepage?populate=**',
    '/api/authors?populate[**]=1',
    '/api/articles?populate[author][populate]=**&pagination[pageSize]=1',
    '/api/articles?populate[**]=1&populate[author][fields][0]=name&populate[reviews]=false&pagination[pageSize]=1',
    '/api/authors?populate[0]=**&populate[1]=-articles&populate[2]=-mentor.articles&pagination[pageSize]=1',
    '/api/authors?populate[0]=-mentor.articles&populate[**]=1&pagination[pageSize]=1',
    '/api/authors?populate[**][levels]=2&populate[**][pagination][limit]=3&pagination[pageSize]=1',
    // zones
    '/api/articles?filters[sections][on][blocks.quote][text][$containsi]=the',
    '/api/articles?filters[sections][on][blocks.quote]=true',
    '/api/articles?filters[sections][on][blocks.quote][text][$containsi]=the&filters[sections][on][blocks.cta]=true',
    '/api/articles?filters[sections][__component][$in][0]=blocks.gallery&filters[sections][__component][$in][1]=blocks.cta',
    '/api/articles?filters[sections][$null]=true',
    '/api/articles?filters[sections][$none][__component][$eq]=blocks.quote&filters[sections][$count][$gte]=1',
    '/api/articles?filters[sections][$not][__component][$eq]=blocks.quote',
    // localeFallback
    '/api/articles?locale[$first][0]=fr-FR&locale[$first][1]=en',
    '/api/homepage?locale[$first][0]=en',
    // cursors
    '/api/articles?sort[0]=publishDay:desc&pagination[start][after]=&pagination[limit]=5',
    '/api/articles?pagination[start][before]=&pagination[limit]=5&pagination[withCount]=true',
    '/api/articles?pagination[pageSize]=5&pagination[withCount]=capped',
    // aggregates
    '/api/articles?pagination[withCount][by][0]=format&pagination[withCount][by][1]=categories.slug',
    '/api/articles?filters[format][$eq]=news&pagination[withCount][byOthers][0]=format',
    '/api/articles?pagination[withCount][by][0]=publishDay:month&pagination[withCount][total]=false',
    '/api/articles/actions/aggregate',
    '/api/articles/actions/aggregate?by[0]=format&sum[0]=views&avg[0]=rating&sort[0]=count:desc',
    '/api/articles/actions/aggregate?by[0]=publishDay:month&count=false&max[0]=rating',
    '/api/articles/actions/aggregate?by[0]=format&sum[0]=views&having[sum][views][$gt]=100&filters[featured][$eq]=true',
    '/api/articles/actions/aggregate?by[0]=title&pagination[page]=2&pagination[pageSize]=5',
    // json
    '/api/articles?filters[metadata][$path][readingMinutes][$lte]=5',
    '/api/articles?filters[metadata][$path][price.currency][$eq]=GBP&filters[metadata][$path][plants][$has]=poppy',
    '/api/articles?filters[metadata][$path][plants][$has][0]=poppy&filters[metadata][$path][plants][$has][1]=tomato',
    '/api/articles?filters[$not][metadata][$path][issue][$in][0]=1&filters[$not][metadata][$path][issue][$in][1]=2',
    // sorting
    '/api/articles?sort[0]=title:asc.ci&sort[1]=views:desc.nullslast&sort[2]=author.name:asc.ci.nullsfirst',
    '/api/articles?sort[0]=$random:2025-06-01&sort[1]=title',
    // dates
    '/api/articles?filters[publishDay][$lte]=$today&filters[updatedAt][$lt]=$now(-7d)',
    '/api/articles?filters[publishDay][$between][0]=$today(-20y)&filters[publishDay][$between][1]=$now(-7d)',
  ])('is the same: %s', async (asked) => {
    expect(await responseTo(asked)).not.toBe('refused')
    const request = readRequest(asked, description)
    expect(request?.query.asWritten).toEqual([])
    expect(JSON.stringify(request)).not.toContain('"kind":"asWritten"')
    expect(decodeURIComponent(rewritten(asked))).toBe(asked)
  })

  it.each([
    '/api/articles?fields=-body,-content',
    '/api/articles?populate=*,-reviews,-localizations',
    '/api/reviews?populate=deep,1&pagination[pageSize]=1',
    '/api/reviews?populate=deep&pagination[pageSize]=1',
    '/api/authors?populate[**]=true&populate[articles]=false&pagination[pageSize]=1',
    '/api/authors?populate=**,-articles,-mentor.articles&pagination[pageSize]=1',
    '/api/authors?populate=**,articles&pagination[pageSize]=1',
    '/api/articles?filters[tags][$all][label]=quiet',
    '/api/articles?filters[reviews][$count]=0',
    '/api/articles?filters[tags][$none]=3',
    '/api/articles?filters[sections][__component]=blocks.quote',
    '/api/articles?locale[$first]=fr-FR,en',
    '/api/articles?sort[author][name]=asc.ci.nullslast',
    '/api/articles?sort[reviews][$count]=desc',
    '/api/articles?pagination[withCount][by]=format,author.name',
    '/api/articles?pagination[withCount][total]=capped',
    '/api/articles/actions/aggregate?by=format,author.name&having[sum][views][$gt]=100&sum=views',
    '/api/articles?filters[metadata][$path][issue]=1',
  ])('has the same response: %s', async (asked) => {
    const response = await responseTo(asked)
    expect(response).not.toBe('refused')
    expect(await responseTo(rewritten(asked))).toEqual(response)
  })

  it.each([
    ['of entries', someQuery, ''],
    ['of groups', someGroups, '/actions/aggregate'],
  ] as const)('has the same response, for any request %s', async (_of, some, action) => {
    const met = { answered: 0, refused: 0 }
    const grammar = { schema, extensions: new Set(EXTENSION_NAMES) }
    const types = description.types.filter(({ kind }) => kind === 'collectionType')
    await fc.assert(
      fc.asyncProperty(fc.tuple(choices, fc.constantFrom(...types)), async ([pick, { uid, name }]) => {
        const type = schema.contentTypes.get(uid)
        if (type === undefined) throw new Error(`no type ${uid}`)
        const asked = `/api/${name}${action}?${some({ ...grammar, pick }, type)}`
        const response = await responseTo(asked)
        expect(await responseTo(rewritten(asked)), `${asked}\n${rewritten(asked)}`).toEqual(response)
        met[response === 'refused' ? 'refused' : 'answered'] += 1
      }),
      { seed: SEED, numRuns: RUNS },
    )
    // Make sure that both kinds occurred.
    expect(met.answered).toBeGreaterThan(RUNS / 8)
    expect(met.refused).toBeGreaterThan(RUNS / 20)
  })
})

describe('an error is shown at its control', () => {
  it.each([
    ['/api/articles?fields=-titel', 'fields/-titel'],
    ['/api/articles?populate=*,-autor', 'populate/-autor'],
    ['/api/articles?populate[reviews][pagination][limit]=1000', 'populate/reviews/pagination/size'],
    ['/api/articles?populate[reviews][pagination][page]=x', 'populate/reviews/pagination/from'],
    ['/api/articles?filters[reviews][$every][stars][$gt]=many', 'filters/0/0/0'],
    ['/api/articles?filters[author][$every][name]=a', 'filters/0/0'],
    ['/api/articles?filters[reviews][$count][$gte]=x', 'filters/0/0/0'],
    ['/api/articles?filters[tags][$all][nope][0]=x', 'filters/0/0'],
    ['/api/articles?populate[**]=6', 'populate'],
    ['/api/articles?populate[**]=0', 'populate/**'],
    ['/api/articles?filters[sections][on][nope.nope]=true', 'filters/0/0/0'],
    ['/api/articles?filters[sections][on][blocks.quote][nope]=1', 'filters/0/0/0/0'],
    ['/api/articles?filters[metadata][$path][a b]=1', 'filters/0/0'],
    ['/api/articles?locale[$first]=fr&filters[locale]=en', 'locale'],
    ['/api/articles?pagination[start][after]=abc', 'pagination/from'],
    ['/api/articles?pagination[withCount][by]=nope', 'facets/0'],
    ['/api/articles?sort=views:asc.ci', 'sort/0'],
    ['/api/articles?sort=title,$random:x', 'sort/1'],
    ['/api/articles?filters[publishDay][$gt]=$now(7)', 'filters/0'],
    ['/api/articles/actions/aggregate?by=nope', 'by'],
    ['/api/articles/actions/aggregate?sum=title', 'sum'],
    ['/api/articles/actions/aggregate?by=format&having[sum][views]=1', 'having'],
    ['/api/articles/actions/aggregate?by=format&sort=views', 'sort/0'],
  ])('%s: %s', async (asked, address) => {
    const request = readRequest(asked, description)
    const { error } = (await (await lectern.fetch(asked)).json()) as { error: ServerError }
    if (request === null) throw new Error('not read')
    expect([error.message, locateError(error, request, description)]).toEqual([error.message, address])
  })
})
