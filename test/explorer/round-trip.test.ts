/** The builder and the URL are equivalent. */

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readParams } from '../../explorer/src/model/read-query.ts'
import { namesFrom } from '../../explorer/src/model/schema.ts'
import { writeQuery } from '../../explorer/src/model/write-query.ts'
import { ALL_RIGHTS } from '../../src/access/caller.ts'
import { checkQuery } from '../../src/check/check-query.ts'
import type { Filter, Query, Selection } from '../../src/check/query.ts'
import { DEFAULT_LIMITS } from '../../src/config/limits.ts'
import { ApiError } from '../../src/errors/api-error.ts'
import { describeSchema } from '../../src/explorer/describe-schema.ts'
import type { Description } from '../../src/explorer/description.ts'
import { parsePagination } from '../../src/parse/parse-pagination.ts'
import { parseQuery } from '../../src/parse/parse-query.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import { parseQueryString } from '../../src/request/parse-query-string.ts'
import type { ContentType } from '../../src/schema/schema.ts'
import { choices } from '../fuzz/choices.ts'
import { someQuery } from '../fuzz/grammar.ts'
import { fixture } from '../support/fixture.ts'
import { randomRuns } from '../support/random-runs.ts'
import { anyModel } from './arbitrary-models.ts'

const SEED = 20_261_115
const RUNS = randomRuns(300)

let project: Project
let types: readonly ContentType[]
let description: Description

beforeAll(async () => {
  project = await loadProject(fixture('magazine'), { profile: 'strapi' }, {})
  types = [...project.schema.contentTypes.values()].filter((type) => type.hasRoutes)
  description = describeSchema({ schema: project.schema, caller: ALL_RIGHTS }, project.settings.rest, {
    explains: true,
    advises: true,
  })
})

describe('model → URL → model', () => {
  it('is the identity', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const params = parseQueryString(writeQuery(model), DEFAULT_LIMITS)
        expect(readParams(params, { opens: () => true, has: () => false })).toEqual(model)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})

describe('URL → model → URL', () => {
  it('has the same meaning', () => {
    const met = { understood: 0, refused: 0 }
    const question = fc.tuple(choices, fc.constantFrom(...types))
    fc.assert(
      fc.property(question, ([pick, type]) => {
        const asked = someQuery({ schema: project.schema, pick }, type)
        const again = rewritten(asked, type)
        const meaning = meaningOf(asked, type)
        expect(meaningOf(again, type), `${asked}\n${again}`).toEqual(meaning)
        met[meaning === 'refused' ? 'refused' : 'understood'] += 1
      }),
      { seed: SEED, numRuns: RUNS },
    )
    // Make sure that both kinds occurred.
    expect(met.understood).toBeGreaterThan(RUNS / 4)
    expect(met.refused).toBeGreaterThan(RUNS / 20)
  })

  it.each([
    'sort=author.name:desc,id',
    'sort[0][author][name]=desc&sort[1][id]=asc',
    'sort[author][name]=desc',
    'fields=title,views',
    'fields[]=title&fields[]=views',
    'fields=title&fields=views',
    'fields=*',
    'fields[]',
    'populate=author,categories',
    'populate=seo.social.owner,seo,cover',
    'populate=sections.by',
    'populate[author]=true&populate[0]=tags',
    'populate[author]=false',
    'populate[sections][on][blocks.quote][populate]=*&populate[sections][on][blocks.cta]=true',
    'filters[title]=a&filters[title]=b',
    'filters[title]',
    'filters[title][$contains]=a&filters[title][$ne]=b',
    'filters[title][$not][$contains]=a',
    'filters[title][$contains][0]=a&filters[title][$contains][1]=b',
    'filters[author][$null]=true&filters[author][name]=x',
    'filters[$and][0][reviews][stars]=5&filters[$and][1][reviews][stars]=1',
    'filters[$and][0][reviews][stars]=5&filters[$and][1][reviews][approved]=true',
    'filters[reviews][stars]=5&filters[reviews][approved]=true',
    'filters[$not][0][title]=a&filters[$not][1][views]=2',
    'filters[$or][0][title]=a&filters[$or][1][title]=b&filters[$and][0][$or][0][views]=1&filters[$and][0][$or][1][views]=2',
    'filters[title][$eq]',
    'pagination[start]=2&pagination[limit]=3&pagination[withCount]=0',
    'locale=fr-FR&status=draft&publicationFilter=modified&_q=x',
    'locale[0]=en&locale[1]=fr-FR',
    'locale[$in][0]=en',
    'nobody[knows]=this',
  ])('%s has the same meaning', (asked) => {
    const type = typeNamed('article')
    expect(meaningOf(asked, type)).not.toBe('refused')
    expect(meaningOf(rewritten(asked, type), type)).toEqual(meaningOf(asked, type))
  })
})

function typeNamed(name: string): ContentType {
  const type = types.find(({ singularName }) => singularName === name)
  if (type === undefined) throw new Error(`no type ${name}`)
  return type
}

function rewritten(text: string, type: ContentType): string {
  try {
    return writeQuery(readParams(parseQueryString(text, DEFAULT_LIMITS), namesFrom(description, type.uid)))
  } catch (error) {
    if (error instanceof ApiError) return text
    throw error
  }
}

/** The server's result. Which error comes first may differ, but not whether there is an error. */
function meaningOf(text: string, type: ContentType): unknown {
  try {
    const { rest } = project.settings
    const params = parseQueryString(text, DEFAULT_LIMITS)
    const page = parsePagination(params, rest)
    const parsed = parseQuery(
      params,
      {
        strictParams: false,
        profile: rest.profile,
        depthPlugin: null,
        strict: false,
        single: false,
        extensions: rest.extensions,
      },
      DEFAULT_LIMITS,
    )
    const view = { schema: project.schema, caller: ALL_RIGHTS }
    const { profile, drafts, extensions } = rest
    const settings = {
      view,
      profile,
      drafts,
      extensions,
      limits: DEFAULT_LIMITS,
      defaultLocale: 'en',
      now: 0,
      pages: rest,
      search: undefined,
      bare: false,
    }
    return { page, ...plain(checkQuery(parsed, type, settings)) }
  } catch (error) {
    if (error instanceof ApiError) return 'refused'
    throw error
  }
}

/** Models as names, without groups that have no effect. */
function plain({ type: _type, filter, selection, sort, ...rest }: Query): object {
  return {
    ...rest,
    filter: filter === null ? null : plainFilter(filter),
    selection: plainSelection(selection),
    sort: sort.map(plainSort),
  }
}

function plainSort({ through, value, direction, nulls }: Query['sort'][number]): unknown {
  return [...through.map((step) => step.attribute.name), value.kind, plainValue(value), direction, nulls]
}

function plainValue(value: Query['sort'][number]['value']): string {
  if (value.kind === 'random') return value.seed
  if (value.kind === 'score') return ''
  return value.kind === 'count' ? value.link.attribute.name : value.attribute.name
}

function plainSelection({ model, fields, populate }: Selection): unknown {
  return {
    model: model.uid,
    fields: fields.map(({ name }) => name),
    populate: populate.map((one) =>
      one.kind === 'link'
        ? [
            one.attribute.name,
            plainSelection(one.selection),
            one.filter && plainFilter(one.filter),
            one.sort.map(plainSort),
            one.count,
          ]
        : [
            one.attribute.name,
            one.arms.map((arm) => [plainSelection(arm.selection), arm.filter && plainFilter(arm.filter)]),
            one.count,
          ],
    ),
  }
}

function plainFilter(filter: Filter): unknown {
  switch (filter.kind) {
    case 'and':
      return group('and', flattened(filter))
    case 'or':
      return group('or', filter.items.map(plainFilter))
    case 'not':
      return { not: plainFilter(filter.item) }
    case 'related':
      return { related: filter.attribute.name, filter: plainFilter(filter.filter) }
    case 'json':
      return { json: filter.attribute.name, segments: filter.segments, ...filter.test }
    case 'test':
      return { test: filter.attribute.name, ...filter.test }
  }
}

function flattened(filter: Filter): readonly unknown[] {
  return filter.kind === 'and' ? filter.items.flatMap(flattened) : [plainFilter(filter)]
}

function group(kind: string, items: readonly unknown[]): unknown {
  return items.length === 1 ? items[0] : { [kind]: items }
}
