/**
 * Each limit, exactly reached and by one exceeded. What is within the limits must not be too much for the database
 * either (depth of an expression, variables, joined tables, arguments of a function); what is beyond names its limit.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, type Limits } from '../../src/config/limits.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { CALLERS, copyProject, removeCopies } from '../security/copies.ts'
import { DATABASES, openMagazineDatabase } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import type { PostgresDatabase } from '../support/postgres.ts'

let lectern: Lectern

const pairs = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('&')

const repeated = (text: string, count: number): string => text.repeat(count)
const listed = (text: string, count: number, separator: string): string => Array(count).fill(text).join(separator)

interface Extreme {
  readonly name: string
  readonly limit: keyof Limits
  /** A request of the given size. */
  readonly url: (size: number) => string
  /** Too much for PostgreSQL: it stops in time, with an error. */
  readonly mayTimeOut?: true
}

/** `populate[a][populate][a]…` so many levels. */
const populated = (attribute: string, levels: number): string =>
  `populate${listed(`[${attribute}]`, levels, '[populate]')}=true`

const GROUPED = ['title', 'slug', 'format', 'rating', 'score', 'views', 'featured', 'publishDay', 'locale', 'eventAt']
const COUNTED = [...GROUPED, 'author.name', 'categories.slug']

const EXTREMES: readonly Extreme[] = [
  {
    name: 'a URL of one value',
    limit: 'urlLength',
    url: (size) => '/api/articles?filters[title]='.padEnd(size, 'x'),
  },
  { name: 'parameters', limit: 'parameters', url: (size) => `/api/articles?${pairs(size, (index) => `x${index}=1`)}` },
  { name: 'brackets', limit: 'nesting', url: (size) => `/api/articles?x${repeated('[a]', size)}=1` },
  {
    name: 'values of one comparison',
    limit: 'listLength',
    url: (size) => `/api/articles?${pairs(size, (index) => `filters[title][$in]=x${index}`)}`,
  },
  {
    name: 'values by index',
    limit: 'listLength',
    url: (size) => `/api/articles?${pairs(size, (index) => `filters[id][$notIn][${index}]=${index}`)}`,
  },
  {
    name: 'values of all lists',
    limit: 'queryValues',
    url: (size) => `/api/articles?${pairs(size, (index) => `x${index % 6}[]=1`)}`,
  },
  {
    name: 'relations in a filter',
    limit: 'filterDepth',
    url: (size) => `/api/articles?filters${repeated('[related]', size - 1)}[title]=x`,
  },
  {
    name: 'relations in a filter for what is not there',
    limit: 'filterDepth',
    mayTimeOut: true,
    url: (size) => `/api/articles?filters${repeated('[related]', size - 1)}[title][$null]=true`,
  },
  {
    name: 'negations',
    limit: 'filterDepth',
    url: (size) => `/api/articles?filters${repeated('[$not]', size - 1)}[title]=x`,
  },
  {
    name: 'groups',
    limit: 'filterDepth',
    url: (size) => {
      const levels = Array.from({ length: size - 1 }, (_, index) => `[$${index % 2 === 0 ? 'or' : 'and'}]`)
      const at = (depth: number) => levels.slice(0, depth).join('[1]')
      const branches = levels.map((_, index) => `filters${at(index + 1)}[0][title][$contains]=x`)
      return `/api/articles?${branches.join('&')}&filters${levels.join('[1]')}[1][title]=y`
    },
  },
  {
    name: 'relations in the filter of a populate',
    limit: 'filterDepth',
    url: (size) => `/api/articles?populate[related][filters]${repeated('[related]', size - 1)}[title]=x`,
  },
  {
    name: 'relations in a sort key',
    limit: 'filterDepth',
    url: (size) => `/api/articles?sort=${repeated('related.', size - 1)}title`,
  },
  {
    name: 'relations in a sort key of a populate',
    limit: 'filterDepth',
    url: (size) => `/api/articles?populate[related][sort]=${repeated('related.', size - 1)}title:desc`,
  },
  {
    name: 'comparisons, any of them',
    limit: 'filterConditions',
    url: (size) => `/api/articles?${pairs(size, (index) => `filters[$or][${index}][title][$containsi]=x${index}`)}`,
  },
  {
    name: 'comparisons, all of them',
    limit: 'filterConditions',
    url: (size) => `/api/articles?${pairs(size, (index) => `filters[$and][${index}][title][$notContains]=x${index}`)}`,
  },
  {
    name: 'comparisons with several values',
    limit: 'filterConditions',
    url: (size) => `/api/articles?${pairs(size, (index) => `filters[title][$startsWith]=x${index}`)}`,
  },
  {
    name: 'comparisons with one relation',
    limit: 'filterConditions',
    url: (size) => `/api/articles?${pairs(size, (index) => `filters[$or][${index}][author][name][$ne]=x${index}`)}`,
  },
  {
    name: 'comparisons with different rows of a relation',
    limit: 'filterRelations',
    url: (size) => `/api/articles?${pairs(size, (index) => `filters[$and][${index}][author][name][$ne]=x${index}`)}`,
  },
  {
    name: 'sort keys through relations',
    limit: 'filterRelations',
    url: (size) =>
      `/api/articles?sort=${listed('author.mentor.name', Math.floor(size / 2), ',')}${size % 2 === 0 ? '' : ',author.name'}`,
  },
  {
    name: 'comparisons in a populate',
    limit: 'filterConditions',
    url: (size) =>
      `/api/articles?${pairs(size, (index) => `populate[author][filters][$or][${index}][name]=x${index}`)}`,
  },
  {
    name: 'characters of _q that are folded',
    limit: 'searchedText',
    url: (size) => `/api/articles?_q=%C3%89${repeated('x', size - 1)}`,
  },
  { name: 'characters of _q', limit: 'searchedText', url: (size) => `/api/articles?_q=${repeated('x', size)}` },
  {
    name: 'characters of all text searches',
    limit: 'searchedText',
    url: (size) =>
      `/api/articles?_q=owl&${pairs(9, (index) => `filters[$or][${index}][title][$containsi]=${repeated('x', 1_000)}`)}&populate[author][filters][name][$eqi]=${repeated('x', size - 9_003)}`,
  },
  { name: 'sort keys', limit: 'sortKeys', url: (size) => `/api/articles?sort=${listed('title:desc', size, ',')}` },
  {
    name: 'sort keys through relations',
    limit: 'sortKeys',
    url: (size) => `/api/articles?sort=${listed('author.name', size, ',')}`,
  },
  {
    name: 'sort keys of a populate',
    limit: 'sortKeys',
    url: (size) => `/api/articles?populate[related][sort]=${listed('author.name', size, ',')}`,
  },
  { name: 'levels of populate', limit: 'populateDepth', url: (size) => `/api/authors?${populated('mentor', size)}` },
  {
    name: 'levels of populate in a path',
    limit: 'populateDepth',
    url: (size) => `/api/authors?populate=${listed('mentor', size, '.')}`,
  },
  { name: 'nested lists', limit: 'populateListDepth', url: (size) => `/api/articles?${populated('related', size)}` },
  {
    name: 'nested lists in a path',
    limit: 'populateListDepth',
    url: (size) => `/api/categories?populate=${listed('children', size, '.')}`,
  },
  { name: 'levels of **', limit: 'deepLevels', url: (size) => `/api/tags?populate[**]=${size}` },
  {
    name: 'locales to fall back on',
    limit: 'fallbackLocales',
    url: (size) => `/api/articles?${pairs(size, (index) => `locale[$first][${index}]=x${index}`)}`,
  },
  {
    name: 'keys of groups',
    limit: 'groupKeys',
    url: (size) => `/api/articles/actions/aggregate?by=${GROUPED.slice(0, size).join(',')}`,
  },
  {
    name: 'measures of groups',
    limit: 'measures',
    url: (size) =>
      `/api/articles/actions/aggregate?countDistinct=${GROUPED.join(',')}&min=title,slug,format,rating,score&max=author.name,${['views', 'publishDay', 'locale', 'eventAt', 'title'].slice(0, size - 16).join(',')}`,
  },
  {
    name: 'facets',
    limit: 'facets',
    url: (size) => `/api/articles?pagination[withCount][by]=${COUNTED.slice(0, size).join(',')}`,
  },
]

/**
 * Held by the stage that reads bodies; a list of default length has as many parameters as a request may have; those of
 * search, batches, exports, live responses and agents are in the tests of these.
 */
const ELSEWHERE: readonly string[] = [
  'searchWords',
  'batchQueries',
  'exports',
  'exportSeconds',
  'watchers',
  'watchedQuestions',
  'watchedSize',
  'watchSeconds',
  'agentResult',
  'populatedRows',
  'answerSize',
  'bodySize',
  'bodyDepth',
  'listItems',
  'uploadFiles',
  'listLength',
  'populateNodes',
]

async function ask(url: string, server = lectern) {
  const response = await server.fetch(url, { headers: CALLERS['full-access'] })
  return { status: response.status, body: (await response.json()) as { error?: { details?: unknown } } }
}

describe.each(DATABASES)('limits on %s', (kind) => {
  let database: PostgresDatabase
  beforeAll(async () => {
    database = await openMagazineDatabase[kind]()
    lectern = await openProject({
      project: fixture('magazine'),
      database: database.url,
      profile: 'strapi',
      extensions: EXTENSION_NAMES,
      env: {},
    })
  })
  afterAll(async () => {
    await lectern?.close()
    await database?.drop()
  })

  it('are all tried', () => {
    const tried = new Set([...EXTREMES.map(({ limit }) => limit), ...ELSEWHERE])
    expect(tried).toEqual(new Set(Object.keys(DEFAULT_LIMITS)))
  })

  it.each(EXTREMES)('$limit, reached: $name', async ({ limit, url, mayTimeOut }) => {
    const { status, body } = await ask(url(DEFAULT_LIMITS[limit]))
    if (mayTimeOut && kind === 'PostgreSQL' && status === 503) {
      expect(body.error).toMatchObject({ name: 'QueryTimeoutError' })
      return
    }
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
  })

  const exceedable = EXTREMES.filter(({ limit }) => limit !== 'listLength')
  it.each(exceedable)('$limit, exceeded: $name', async ({ limit, url }) => {
    await expectRefusal(url(DEFAULT_LIMITS[limit] + 1), limit, DEFAULT_LIMITS[limit])
  })

  it('listLength, exceeded', async () => {
    const folder = copyProject(() => undefined, {
      'config/api.js': 'module.exports = { rest: { limits: { listLength: 20 } } }',
    })
    const strict = await openProject({ project: folder, database: fixture('magazine.sqlite'), env: {} })
    for (const key of ['filters[id][$in]', 'sort', 'fields', 'populate', 'locale', 'filters[$or]', 'x']) {
      const forms = [`${key}[]=id`, `${key}=id`].map((pair) => listed(pair, 21, '&'))
      for (const query of [...forms, pairs(21, (index) => `${key}[${index}]=id`)]) {
        await expectRefusal(`/api/articles?${query}`, 'listLength', 20, strict)
      }
    }
    await strict.close()
    await removeCopies()
  })

  it('populateNodes, reached and exceeded', async () => {
    const most = DEFAULT_LIMITS.populateNodes
    const url = (count: number) => `/api/articles?populate=${narrowPaths(count).join(',')}&pagination[pageSize]=3`
    const { status, body } = await ask(url(most))
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined })
    await expectRefusal(url(most + 1), 'populateNodes', most)
  })
})

/** Links that lead to few rows, so that many can be populated and the answer stays small. */
const NARROW: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  article: {
    author: 'author',
    memo: 'memo',
    cover: 'file',
    seo: 'seo',
    localizations: 'article',
    categories: 'category',
  },
  category: { parent: 'category' },
  author: { mentor: 'author', avatar: 'file', address: 'address', account: 'user' },
  memo: { article: 'article' },
  seo: { ogImage: 'file' },
}

/** So many paths, shortest first: each adds one populated attribute to those before it. */
function narrowPaths(count: number): readonly string[] {
  const paths: string[] = []
  let level = [{ path: '', model: 'article' }]
  while (paths.length < count) {
    level = level.flatMap(({ path, model }) =>
      Object.entries(NARROW[model] ?? {}).map(([name, target]) => ({ path: `${path}${name}.`, model: target })),
    )
    paths.push(...level.map(({ path }) => path.slice(0, -1)))
  }
  return paths.slice(0, count)
}

async function expectRefusal(url: string, limit: keyof Limits, maximum: number, server = lectern): Promise<void> {
  const { status, body } = await ask(url, server)
  expect(status).toBe(limit === 'urlLength' ? 414 : 400)
  expect(body.error?.details).toMatchObject({ limit, maximum })
}
