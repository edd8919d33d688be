/** The pipeline of a read: a query string in, entries out. docs/architecture.md draws it. */

import { createHash } from 'node:crypto'
import type { RestSettings } from '../config/settings.ts'
import { splitFacets } from '../parse/parse-facets.ts'
import { type Page, parsePagination } from '../parse/parse-pagination.ts'
import { ignoredParameter } from '../parse/unknown-parameters.ts'
import { planLocales } from '../plan/plan-locales.ts'
import type { Window } from '../plan/plan-read.ts'
import { tablesOf, tablesOfMatches } from '../plan/plan-tables.ts'
import type { ReadPlan, SearchTerm } from '../plan/read-plan.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { RawParams, RawValue } from '../request/raw-params.ts'
import type { EntryRoute, ReadRoute } from '../request/routes.ts'
import { rulesUntil, sharedHeaders, withCaching } from '../respond/caching.ts'
import { respondBare } from '../respond/respond.ts'
import { compileCount, compileRead } from '../sql/compile-read.ts'
import type { Statement } from '../sql/statement.ts'
import { tableOfRows } from '../tables/published-rows.ts'
import { tableOf } from '../tables/tables.ts'
import type { App } from './app.ts'
import { respondPrepared } from './cached-response.ts'
import { withEntryHint } from './entry-hints.ts'
import { planFacets } from './plan-facets.ts'
import { type Compiled, ONE_ROW, parseAndCheck, planAndCompile, type Shown, windowOf } from './prepare.ts'
import type { PreparedRead, PreparedTotal } from './prepared-read.ts'
import { type Question, questionOf } from './question.ts'
import type { RequestContext } from './request-context.ts'
import { learnShape } from './similar-requests.ts'
import { withSpellingHints } from './spelling-hints.ts'

/**
 * Longest statement, in characters, that is also compiled without its total. For longer ones, compiling costs more than
 * counting again.
 */
const LONG_STATEMENT = 256 * 1024

export async function answerRead(context: RequestContext<EntryRoute>): Promise<HttpResponse> {
  const { app, call } = context
  const ignored: string[] = []
  try {
    const response = await answerPrepared(context, (question) => {
      ignored.push(...ignoredIn(question, app))
      return prepareRead(compileQuestion(question, app), app)
    })
    return ignored[0] === undefined ? response : { ...response, ignored: ignored[0] }
  } catch (error) {
    throw withEntryHint(error, call.route, app.settings.rest)
  }
}

/** Found when a request is seen for the first time: repeated ones skip this. */
function ignoredIn({ text }: EntryQuestion, { settings: { rest, limits } }: App): readonly string[] {
  if (text === '' || rest.strictParams || rest.profile === 'strapi' || rest.depthPlugin !== null) return []
  const ignored = ignoredParameter(parseQueryString(text, limits), rest.extensions)
  return ignored === null ? [] : [ignored]
}

/** Each line is a stage, with its folder beside it. */
export async function answerPrepared<R extends ReadRoute>(
  context: RequestContext<R>,
  prepare: (question: Question<R>) => PreparedRead,
): Promise<HttpResponse> {
  const { request, caller, at, watch, app } = context
  const { question, key } = await questionOf(context)
  const prepared = await app.caches.statement(key, request, () => prepare(question))
  watch.lap('prepare')
  const { until, tags } = prepared
  const response = await respondPrepared(until === null ? key : `${until} ${key}`, prepared, context) // cache/ → execute/ → respond/
  if (until === null) {
    app.recall.learn(request, { key, prepared, caller, at })
    learnShape(context, { question, prepared, prepare })
  }
  const isPublic = request.headers.authorization === undefined
  return withCaching(response, { tags, isPublic, rules: rulesUntil(until, app.settings.rest.cache) })
}

export type EntryQuestion = Question<EntryRoute>

export interface CompiledQuestion extends Compiled {
  /** Null for a single entry. */
  readonly page: Page | null
}

export function compileQuestion(question: EntryQuestion, app: App): CompiledQuestion {
  const { route, text, caller, format, defaultLocale } = question
  const { rest, limits, populate } = app.settings
  const sent = withPopulate(parseQueryString(text, limits), populate.get(route.type.uid)) // request/
  const { params, facets } =
    route.kind === 'list' ? splitFacets(sent, rest.extensions, limits) : { params: sent, facets: [] }
  const page = route.kind === 'list' ? readPage(params, rest) : null // parse/
  const asked = { params, type: route.type, single: page === null, caller, defaultLocale }
  const query = parseAndCheck(asked, app) // parse/ → access/ → check/
  const shown: Shown = {
    window: windowIn(route, page),
    format,
    facets: planFacets(facets, asked, query, app),
    form: 'joined',
  }
  return { ...planAndCompile(query, shown, app), page } // plan/ → sql/
}

function readPage(params: RawParams, rest: RestSettings): Page {
  return withSpellingHints(params, rest.profile, () => parsePagination(params, rest))
}

/** Uses the project's default `populate` if the request has none. */
function withPopulate(params: RawParams, own: RawValue | undefined): RawParams {
  if (own === undefined || params.populate !== undefined) return params
  return Object.assign(Object.create(null), params, { populate: own })
}

/** Adds what the caches need to know: tables, tags, and the statement for the total. */
export function prepareRead({ plan, statement, page, until }: CompiledQuestion, app: App): PreparedRead {
  const faceted = plan.facets.length > 0
  const isCached = plan.count && !faceted && statement.text.length <= LONG_STATEMENT
  const total = isCached ? once(() => prepareTotal(plan, app)) : null
  const order = plan.seek?.order ?? ''
  const terms = termsShown(plan)
  return prepared({ statement, page, order, faceted, terms, until, tables: tablesOf(plan, app.roles), total }, app)
}

/** The search terms, if the response marks matches. */
export function termsShown({ search }: ReadPlan): readonly SearchTerm[] | null {
  return search === null || search.shown === null ? null : search.words.terms
}

type Unidentified = Omit<PreparedRead, 'form' | 'tags' | 'headers'>

export function prepared(read: Unidentified, app: App): PreparedRead {
  const tags = tagsOf(read.tables, app)
  return {
    ...read,
    form: formOf(read.statement, read.page, app.version),
    tags,
    headers: sharedHeaders(tags, app.settings.rest.cache),
  }
}

export function tagsOf(tables: readonly string[], app: App): string | null {
  return app.settings.rest.cache.tags ? typesIn(tables, app).join(',') : null
}

/**
 * A digest of all that the ETag depends on besides the data. The statement covers schema, settings and permissions; the
 * format of its rows depends only on Lectern's version.
 */
function formOf({ text }: Statement, page: Page | null, version: string): string {
  return createHash('sha256')
    .update(JSON.stringify([version, text, page]))
    .digest('base64')
}

function typesIn(rows: readonly string[], app: App): readonly string[] {
  const tables = new Set(rows.map(tableOfRows))
  return [...app.schema.contentTypes.keys()].filter((uid) => tables.has(tableOf(app.tables, uid).table))
}

function prepareTotal(plan: ReadPlan, { dialect, roles }: App): PreparedTotal {
  const { text, values } = compileCount(plan, dialect)
  return {
    key: JSON.stringify([text, ...values.map(String)]),
    tables: tablesOfMatches(plan, roles),
    uncounted: once(() => compileRead({ ...plan, count: false }, dialect, 'joined')),
  }
}

function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | null = null
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

function windowIn(route: EntryRoute, page: Page | null): Window {
  if (page !== null) return windowOf(page)
  return { ...ONE_ROW, documentId: route.kind === 'entry' ? route.documentId : null }
}

export async function answerLocales({ app }: RequestContext): Promise<HttpResponse> {
  const plan = planLocales(app, await app.stored.defaultLocale())
  return respondBare(await app.database.run(compileRead(plan, app.dialect)))
}
