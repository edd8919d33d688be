/** The stages between a query string and its statement, shared by all handlers that read entries. */

import type { Caller } from '../access/caller.ts'
import { authorizeDrafts } from '../access/drafts.ts'
import { checkQuery } from '../check/check-query.ts'
import type { Query, QuerySize } from '../check/query.ts'
import { minuteOf } from '../config/minute.ts'
import type { Page } from '../parse/parse-pagination.ts'
import { parseQuery } from '../parse/parse-query.ts'
import { withoutNeedlessCounts } from '../plan/bounded-lists.ts'
import { withinLimits } from '../plan/measure-plan.ts'
import { planRead, type Window } from '../plan/plan-read.ts'
import type { Member, PlannedFacet, ReadPlan } from '../plan/read-plan.ts'
import type { ResponseFormat } from '../plan/response-format.ts'
import type { RawParams } from '../request/raw-params.ts'
import type { ContentType } from '../schema/schema.ts'
import { compileRead, type RowForm } from '../sql/compile-read.ts'
import type { Statement } from '../sql/statement.ts'
import type { App } from './app.ts'
import { checkCursor } from './check-cursor.ts'
import { withSpellingHints } from './spelling-hints.ts'

/** A parsed query string, and what it is checked against. */
export interface SentQuery {
  readonly params: RawParams
  readonly type: ContentType
  /** Whether the request reads one entry, in one locale. */
  readonly single: boolean
  readonly caller: Caller
  /** The default locale of the project. */
  readonly defaultLocale: string | null
  /** Set for writes: a caller may write drafts without being allowed to see them. The response then hides the draft. */
  readonly writes?: true
  /** Set if the response has no `data` around it, as those of files and users. */
  readonly bare?: true
}

/** parse → access → check. */
export function parseAndCheck(sent: SentQuery, app: CheckingApp): Query {
  return withSpellingHints(sent.params, app.settings.rest.profile, () => parseThenCheck(sent, app))
}

type CheckingApp = Pick<App, 'schema' | 'settings' | 'tables'>

function parseThenCheck(sent: SentQuery, app: CheckingApp): Query {
  const { params, type, single, caller, defaultLocale, writes = false, bare = false } = sent
  const { rest, limits, strictDocuments } = app.settings
  const { strictParams, profile, extensions } = rest
  const depthPlugin = type.hasRoutes ? rest.depthPlugin : null
  const form = { strictParams, profile, strict: strictDocuments, single, extensions, depthPlugin }
  const parsed = parseQuery(params, form, limits)
  // Publication filters, too, reveal which entries have a draft, and whether it is newer than the published version.
  const asksForDrafts = parsed.status === 'draft' || parsed.publication !== null
  authorizeDrafts(caller, type, asksForDrafts && !writes, rest.drafts)
  return checkQuery(parsed, type, {
    view: { schema: app.schema, caller },
    profile,
    drafts: rest.drafts,
    extensions,
    pages: rest,
    limits,
    search: searchSetup(type, app),
    defaultLocale,
    now: thisMinute(),
    bare,
  })
}

function searchSetup({ uid }: ContentType, { settings, tables }: Pick<App, 'settings' | 'tables'>) {
  const weights = settings.search.get(uid)
  return weights === undefined ? undefined : { weights, ready: tables.get(uid)?.search !== null }
}

export function thisMinute(): number {
  return minuteOf(Date.now())
}

/** Which rows of a query are returned, and in which format. */
export interface Shown {
  readonly window: Window
  readonly format: ResponseFormat
  /** Members that every entry gets in addition. */
  readonly extra?: readonly Member[]
  readonly facets?: readonly PlannedFacet[]
  readonly form?: RowForm
}

export interface Compiled {
  readonly plan: ReadPlan
  readonly statement: Statement
  /** See `Query`. */
  readonly until: number | null
  readonly size: QuerySize
}

/** plan → limits → sql */
export function planAndCompile(query: Query, shown: Shown, app: PlanningApp): Compiled {
  const plan = planOf(query, shown, app)
  const { seek } = shown.window
  if (seek !== null) checkCursor(seek, plan, app.dialect)
  return { plan, statement: compileRead(plan, app.dialect, shown.form), until: query.until, size: query.size }
}

type PlanningApp = Pick<App, 'tables' | 'settings' | 'dialect'>

/** plan → limits */
export function planOf(
  query: Query,
  { window, format, extra = [], facets = [] }: Shown,
  app: Omit<PlanningApp, 'dialect'>,
): ReadPlan {
  const { limits } = app.settings
  const { entry, ...rest } = planRead(query, window, format, app.tables)
  const plan = withinLimits({ ...rest, facets, entry: { members: [...entry.members, ...extra] } }, limits)
  return withoutNeedlessCounts(plan, limits.populatedRows)
}

/** The first match. */
export const ONE_ROW: Window = { start: 0, limit: 1, seek: null, count: false, countCap: null, documentId: null }

export function windowOf({ withCount, countCap, limit, ...page }: Page): Window {
  const place = page.kind === 'cursor' ? { start: 0, seek: page.seek } : { start: page.start, seek: null }
  return { ...place, limit, count: withCount, countCap, documentId: null }
}
