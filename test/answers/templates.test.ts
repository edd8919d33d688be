/**
 * A request that differs from an earlier one only in values gets its statement, with the new values. This must always
 * be the statement that the pipeline would have made, whatever is compared.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_RIGHTS } from '../../src/access/caller.ts'
import { compileQuestion, type EntryQuestion, prepareRead } from '../../src/answer/answer-read.ts'
import type { App } from '../../src/answer/app.ts'
import type { PreparedRead } from '../../src/answer/prepared-read.ts'
import { templateFor } from '../../src/answer/similar-requests.ts'
import { backendOf } from '../../src/dialects/backends.ts'
import { sqliteDialect } from '../../src/dialects/sqlite/dialect.ts'
import { ApiError } from '../../src/errors/api-error.ts'
import { buildApp } from '../../src/open/build-app.ts'
import { FLAT } from '../../src/plan/response-format.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { splitUrl } from '../../src/request/read-call.ts'
import { matchRoute } from '../../src/request/routes.ts'
import { shapeOf, type UrlShape } from '../../src/request/url-shape.ts'
import type { Dialect } from '../../src/sql/dialect.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { fixture } from '../support/fixture.ts'
import { postgresDialectWith } from '../support/postgres-dialect.ts'

let opened: App
let close: () => Promise<void>

beforeAll(async () => {
  const options = { database: fixture('magazine.sqlite'), extensions: EXTENSION_NAMES }
  const project = await loadProject(fixture('magazine'), options, {})
  const { database, dialect } = await backendOf(project.settings.database).open(project.settings.database)
  opened = (await buildApp(project, database, dialect)).app
  close = () => database.close()
})
afterAll(() => close())

function questionOf(url: string, { routes }: App): EntryQuestion {
  const { path, query } = splitUrl(url)
  const route = matchRoute(path, routes)
  if (route?.kind !== 'list' && route?.kind !== 'entry') throw new Error(`not of entries: ${url}`)
  return { route, text: query, caller: ALL_RIGHTS, format: FLAT, defaultLocale: 'en' }
}

interface Sent {
  readonly question: EntryQuestion
  readonly prepared: PreparedRead
  readonly shape: UrlShape
}

/** Null for refused requests, and for those without replaceable values. */
function send(url: string, app: App): Sent | null {
  const shape = shapeOf(url)
  if (shape === null) return null
  const question = questionOf(url, app)
  try {
    return { question, shape, prepared: prepareRead(compileQuestion(question, app), app) }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

const whole = ({ total, headers: _shared, ...read }: PreparedRead) => {
  const counted = total?.()
  return { ...read, key: counted?.key, tables: counted?.tables, uncounted: counted?.uncounted() }
}

/** The number of URLs whose statement came from a template; each statement must be correct. */
function filled(urls: readonly string[], app: App): number {
  const prepare = (asked: EntryQuestion) => prepareRead(compileQuestion(asked, app), app)
  return groupsOf(urls).reduce((count, similar) => {
    const [first, ...others] = similar.map((url) => send(url, app)).filter((sent) => sent !== null)
    const template = first === undefined ? null : madeBy(() => templateFor(first.shape, { ...first, prepare }, app))
    if (template === null) return count
    for (const { shape, prepared, question } of others) {
      expect(whole(template.fill(shape.values)), question.text).toEqual(whole(prepared))
    }
    return count + others.length
  }, 0)
}

/** The URLs of each shape that has several. */
function groupsOf(urls: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, readonly string[]>()
  for (const url of urls) {
    const shape = shapeOf(url)?.url
    if (shape !== undefined) groups.set(shape, [...(groups.get(shape) ?? []), url])
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

const madeBy = <T>(make: () => T | null): T | null => {
  try {
    return make()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Some of them resemble something else: a year, a day, a number, a keyword. */
const WORDS = [
  'abc',
  'Web%20Design',
  'web+design',
  'NULL',
  'A-1',
  '10-tips',
  '2024-W05',
  '2024-01-31',
  `x${'y'.repeat(63)}`,
]
const LETTERS = [
  'café',
  'ÄRGER',
  'Straße',
  'GROẞ',
  'İstanbul',
  'ΟΔΟΣ οδος',
  'Жук 2',
  '東京都',
  'हिन्दी-1',
  '𐐀𐐨𐐀',
  'e\u0301te\u0301',
]
const NUMBERS = ['2', '7', '12', '99', '1999', '2024', '20240131', '20241301', '123456789', '999999999']
const PLAIN = ['1', 'null', '1e5', '0x1F', 'NaN', 'Infinity']
const VALUES = [...WORDS, ...LETTERS.map(encodeURI), ...NUMBERS, ...PLAIN]

const ATTRIBUTES = ['id', 'documentId', 'title', 'content', 'format', 'rating', 'views', 'impressions', 'featured']
const MOMENTS = ['publishDay', 'openTime', 'eventAt', 'metadata']

/** One operator of each group that compares values in the same way. */
const TESTED = [
  '$eq',
  '$eqi',
  '$lt',
  '$in',
  '$contains',
  '$containsi',
  '$startsWith',
  '$endsWithi',
  '$notNull',
] as const

/** `V` is replaced by a value. */
const OTHERS = [
  '_q=V',
  '_q=V&filters[title]=V',
  'filters[author]=V',
  'filters[author][name]=V',
  'filters[categories][id][$in][0]=V&filters[categories][id][$in][1]=7',
  'filters[title]=V&filters[title]=abcd',
  'filters[$or][0][views][$gt]=V&filters[$or][1][slug]=V',
  'filters[$not][title][$contains]=V&filters[views]=33',
  'filters[views][$between][0]=V&filters[views][$between][1]=99',
  'filters[metadata][$path][camera.iso][$gte]=V',
  'filters[metadata][$has]=V',
  'filters[reviews][$every][stars][$gte]=V',
  'filters[sections][$some][on][blocks.quote][text][$contains]=V',
  'filters[seo][metaTitle][$eqi]=V',
  'populate[reviews][filters][stars][$gte]=V&filters[id][$gt]=V',
  'populate%5Breviews%5D%5Bfilters%5D%5Bcomment%5D%5B%24containsi%5D=V',
  'filters%5Bslug%5D%5B%24eq%5D=V&populate=*',
  'filters[views][$gt]=V&pagination[withCount]=false&sort=views:desc&fields=title',
  'filters[title][$containsi]=V&pagination[page]=2&pagination[pageSize]=5&locale=*&status=draft',
]

const DIALECTS: Readonly<Record<string, Dialect>> = { SQLite: sqliteDialect, PostgreSQL: postgresDialectWith() }

describe.each(Object.entries(DIALECTS))('the statement of a template on %s', (_name, dialect) => {
  const app = () => ({ ...opened, dialect })

  it.each([...ATTRIBUTES, ...MOMENTS])('equals that of the pipeline for %s, with every operator', (attribute) => {
    const urls = TESTED.flatMap((operator) =>
      VALUES.map((value) => `/api/articles?filters[${attribute}][${operator}]=${value}`),
    )
    expect(filled(urls, app())).toBeGreaterThan(0)
  })

  it.each(OTHERS)('equals that of the pipeline for %s', (query) => {
    const urls = VALUES.map((value) => `/api/articles?${query.replaceAll('V', value)}`)
    expect(filled(urls, app())).toBeGreaterThan(0)
  })

  it('is made for words in any script, whether case matters or not', () => {
    const operators = ['$eq', '$eqi', '$contains', '$containsi', '$startsWithi']
    for (const operator of operators) {
      const urls = LETTERS.map((value) => `/api/articles?filters[title][${operator}]=${encodeURI(value)}`)
      expect(filled(urls, app()), operator).toBe(LETTERS.length - 1)
    }
  })

  // The statement binds one more than the value.
  it('is not used if a value has another effect than being bound', () => {
    const urls = VALUES.map((value) => `/api/articles?filters[reviews][$count][$gte]=${value}`)
    expect(filled(urls, app())).toBe(0)
  })

  it('equals that of the pipeline for another document', () => {
    const documents = ['abcdefghijklmnopqrstuvw1', 'z1x2c3v4b5n6m7a8s9d0f1g2', 'h1h2h3h4h5h6h7h8h9h0h1h2']
    expect(
      filled(
        documents.map((id) => `/api/articles/${id}?populate=author`),
        app(),
      ),
    ).toBe(2)
  })
})
