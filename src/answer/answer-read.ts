/** The pipeline of a read: a query in, entries out, one line a stage. */

import { createHash } from 'node:crypto'
import type { Caller } from '../access/caller.ts'
import type { Moment } from '../cache/revisions.ts'
import { type Page, parsePagination } from '../parse/parse-pagination.ts'
import { withinLimits } from '../plan/measure-plan.ts'
import { planLocales } from '../plan/plan-locales.ts'
import { planRead, type Window } from '../plan/plan-read.ts'
import { tablesOf, tablesOfMatches } from '../plan/plan-tables.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import type { ResponseFormat } from '../plan/response-format.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { Route } from '../request/routes.ts'
import { withTags } from '../respond/caching.ts'
import { respondBare } from '../respond/respond.ts'
import type { Stopwatch } from '../respond/stopwatch.ts'
import { compileCount, compileRead } from '../sql/compile-read.ts'
import type { Statement } from '../sql/statement.ts'
import { tableOf } from '../tables/tables.ts'
import type { App } from './app.ts'
import type { PreparedRead, PreparedTotal } from './kept.ts'
import { readAnswer } from './read-answer.ts'
import { understand } from './understand.ts'

/** Paths that entries are read at. */
export type EntryRoute = Extract<Route, { kind: 'list' | 'entry' | 'single' }>

/** Characters of a statement that takes longer to compile once more, without its total, than it takes to count again. */
const LONG_STATEMENT = 256 * 1024

export interface Reading {
  readonly route: EntryRoute
  /** The query string. */
  readonly text: string
  readonly caller: Caller
  readonly format: ResponseFormat
  /** Method aside, all that was asked, for what is kept. */
  readonly question: string
  readonly headers: HttpRequest['headers']
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined
  /** Null where changes of the database cannot be seen. */
  readonly at: Moment | null
  readonly watch: Stopwatch
}

export async function answerRead(reading: Reading, app: App): Promise<HttpResponse> {
  const { caller, question, at, watch } = reading
  const defaultLocale = await app.stored.defaultLocale(at)
  const key = app.kept.keyOf(caller, `${defaultLocale} ${question}`)
  const prepared = await app.kept.statement(key, reading, () => prepareRead(reading, defaultLocale, app))
  watch.lap('prepare')
  return withTags(await readAnswer(key, prepared, reading, app), prepared.tags)
}

export type ReadQuestion = Pick<Reading, 'route' | 'text' | 'caller' | 'format'>

export interface PlannedRead {
  readonly plan: ReadPlan
  /** Null for a single entry. */
  readonly page: Page | null
}

export function planQuestion(question: ReadQuestion, defaultLocale: string | null, app: App): PlannedRead {
  const { route, text, caller, format } = question
  const { rest, limits } = app.settings
  const params = parseQueryString(text, limits)
  const page = route.kind === 'list' ? parsePagination(params, rest) : null
  const query = understand({ params, type: route.type, single: page === null, caller, defaultLocale }, app)
  return { plan: withinLimits(planRead(query, windowOf(route, page), format, app.tables), limits), page }
}

export function prepareRead(question: ReadQuestion, defaultLocale: string | null, app: App): PreparedRead {
  const { plan, page } = planQuestion(question, defaultLocale, app)
  const { rest } = app.settings
  const tables = tablesOf(plan)
  const statement = compileRead(plan, app.dialect)
  return {
    statement,
    page,
    identity: identityOf(statement, page, app.version),
    tables,
    tags: rest.cache.tags ? typesIn(tables, app).join(',') : null,
    total: plan.count && statement.text.length <= LONG_STATEMENT ? once(() => prepareTotal(plan, app)) : null,
  }
}

/** The statement says all that schema, settings and rights have to say; what becomes of its rows is the version's matter. */
function identityOf({ text, values }: Statement, page: Page | null, version: string): string {
  const parts = JSON.stringify([version, text, values.map(String), page])
  return createHash('sha256').update(parts).digest('base64')
}

function typesIn(tables: readonly string[], app: App): readonly string[] {
  return [...app.schema.contentTypes.keys()].filter((uid) => tables.includes(tableOf(app.tables, uid).table))
}

function prepareTotal(plan: ReadPlan, { dialect }: App): PreparedTotal {
  const { text, values } = compileCount(plan, dialect)
  return {
    key: JSON.stringify([text, ...values.map(String)]),
    tables: tablesOfMatches(plan),
    uncounted: once(() => compileRead({ ...plan, count: false }, dialect)),
  }
}

function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | null = null
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

function windowOf(route: EntryRoute, page: Page | null): Window {
  const documentId = route.kind === 'entry' ? route.documentId : null
  if (page === null) return { start: 0, limit: 1, count: false, documentId }
  return { start: page.start, limit: page.limit, count: page.withCount, documentId }
}

export async function answerLocales(app: App): Promise<HttpResponse> {
  const plan = planLocales(app.tables, await app.stored.defaultLocale())
  return respondBare(await app.database.run(compileRead(plan, app.dialect)))
}
