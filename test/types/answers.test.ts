/**
 * What the server really answers is what the types say, no more and no less: each answer is written out as a
 * literal of the type that the query gives it, where a key too few or too many does not compile.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryString } from '../../src/client/query-string.ts'
import type { Lectern } from '../../src/index.ts'
import { declareProject } from '../../src/operate/declare-project.ts'
import { type ExampleSite, openExample } from '../docs/example-site.ts'
import { fixture } from '../support/fixture.ts'
import { type Magazine, openMagazine, TOKENS } from '../support/magazine.ts'
import { compile } from './compile.ts'

interface Question {
  readonly name: string
  readonly path: string
  readonly query: object
  readonly format?: 'v4'
}

const pagination = { pageSize: 12 }

/** Of every type the same. */
const general = (name: string, path: string, single = false): readonly Question[] => {
  const page = single ? {} : { pagination }
  return [
    { name, path, query: { ...page } },
    { name, path, query: { populate: '*', ...page } },
    { name, path, query: { populate: '*', status: 'draft', ...page } },
    { name, path, query: { populate: '*', ...page }, format: 'v4' },
  ]
}

async function compiledAnswers(
  lectern: Lectern,
  token: string | null,
  project: string,
  questions: readonly Question[],
) {
  const { text } = await declareProject({ project, env: {} })
  const lines = await Promise.all(
    questions.map(async ({ name, path, query, format }, index) => {
      const response = await lectern.fetch(`/api/${path}?${queryString(query)}`, {
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(format === undefined ? {} : { 'strapi-response-format': format }),
        },
      })
      const body = await response.text()
      expect(response.status, body).toBe(200)
      const client = format === undefined ? 'client' : format
      return [
        `const ask${index} = () => ${client}.${name}.find(${JSON.stringify(query)})`,
        `export const answer${index}: Awaited<ReturnType<typeof ask${index}>> = ${body}`,
      ].join('\n')
    }),
  )
  const program = [
    "import { createClient } from 'lectern/client'",
    "import type { Api } from './lectern-types.js'",
    "const client = createClient<Api>({ url: '/api' })",
    "const v4 = createClient<Api>({ url: '/api', format: 'v4' })",
    ...lines,
  ].join('\n')
  return { program, text, entries: lines.join('').match(/"documentId"/g)?.length ?? 0 }
}

const compileAll = (text: string, program: string) =>
  compile({ 'lectern-types.d.ts': text, 'answers.ts': program }).errors

describe('answers of the example, on a database of our own', () => {
  let site: ExampleSite

  beforeAll(async () => {
    site = await openExample(['api::memo.memo.find'])
  })

  afterAll(() => site.close())

  const questions: readonly Question[] = [
    ...['articles', 'authors', 'categories', 'memos', 'reviews', 'tags'].flatMap((name) => general(name, name)),
    ...general('homepage', 'homepage', true),
    {
      name: 'articles',
      path: 'articles',
      query: { fields: ['title'], populate: { author: { fields: ['name'] } }, pagination },
    },
    { name: 'articles', path: 'articles', query: { fields: [], populate: { reviews: { count: true } }, pagination } },
    {
      name: 'articles',
      path: 'articles',
      query: { fields: ['id'], populate: { reviews: { count: true } } },
      format: 'v4',
    },
    {
      name: 'articles',
      path: 'articles',
      query: {
        fields: ['slug'],
        populate: {
          seo: { populate: { social: { populate: ['owner'] }, ogImage: { fields: ['url', 'formats'] } } },
          sections: {
            on: { 'blocks.quote': { populate: { by: true } }, 'blocks.hero': { fields: ['heading'], populate: '*' } },
          },
          cover: { populate: { related: { on: { 'api::article.article': { fields: ['title'] } } } } },
        },
        pagination: { start: 2, limit: 20, withCount: false },
      },
    },
    {
      name: 'articles',
      path: 'articles',
      query: { populate: { sections: { populate: '*' } }, pagination },
      format: 'v4',
    },
  ]

  it('fit the types', async () => {
    const { program, text, entries } = await compiledAnswers(site.lectern, null, site.folder, questions)
    expect(entries).toBeGreaterThan(500)
    expect(compileAll(text, program)).toEqual([])
    // A key that is missing, one too many, and a null where none may be: each is noticed.
    const wrong = program.replace('"summary":', '"sumary":').replace(/"label":"[^"]*"/, '"label":null')
    expect(compileAll(text, wrong).length).toBeGreaterThan(1)
  })
})

describe('answers of the recorded project, on a database that Strapi made', () => {
  let magazine: Magazine

  beforeAll(async () => {
    magazine = await openMagazine()
  })

  afterAll(() => magazine.close())

  const names = ['articles', 'authors', 'categories', 'comments', 'memos', 'reviews', 'tags']
  const questions: readonly Question[] = [
    ...names.flatMap((name) => general(name, name)),
    ...general('pressReleases', 'press-releases'),
    ...general('quarterlyPerformanceReports', 'quarterly-performance-reports'),
    ...general('homepage', 'homepage', true),
    {
      name: 'comments',
      path: 'comments',
      query: {
        populate: { about: { on: { 'api::article.article': { fields: ['title'] } } }, mentions: true },
        pagination,
      },
    },
  ]

  it('fit the types', async () => {
    const project = fixture('magazine')
    const { program, text, entries } = await compiledAnswers(
      magazine.lectern,
      TOKENS['full-access'],
      project,
      questions,
    )
    expect(entries).toBeGreaterThan(500)
    expect(compileAll(text, program)).toEqual([])
  })
})
