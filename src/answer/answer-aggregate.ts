/** `GET …/actions/aggregate`: the pipeline of a read, whose rows are groups of entries. */

import { checkAggregate } from '../check/check-aggregate.ts'
import type { QuerySize } from '../check/query.ts'
import { conditions, soughtCharacters } from '../parse/measure.ts'
import { parseAggregate } from '../parse/parse-aggregate.ts'
import { type NumberedPage, parseNumberedPage } from '../parse/parse-pagination.ts'
import type { ParsedFilter } from '../parse/parsed-query.ts'
import type { AggregatePlan } from '../plan/aggregate-plan.ts'
import { groupsWithinLimits } from '../plan/measure-plan.ts'
import { planAggregate } from '../plan/plan-aggregate.ts'
import { tablesOfGroups } from '../plan/plan-tables.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { parseQueryString } from '../request/parse-query-string.ts'
import type { ReadRoute, RouteOf } from '../request/routes.ts'
import { compileAggregate } from '../sql/compile-aggregate.ts'
import type { Statement } from '../sql/statement.ts'
import { NO_EXTENSIONS } from '../vocabulary/extensions.ts'
import { answerPrepared, type CompiledQuestion, compileQuestion, prepared } from './answer-read.ts'
import type { App } from './app.ts'
import { parseAndCheck, thisMinute } from './prepare.ts'
import type { PreparedRead } from './prepared-read.ts'
import type { Question } from './question.ts'
import type { RequestContext } from './request-context.ts'

type GroupsQuestion = Question<RouteOf<'aggregate'>>

export async function answerAggregate(context: RequestContext<RouteOf<'aggregate'>>): Promise<HttpResponse> {
  const { app } = context
  return answerPrepared(context, (question) => prepareGroups(compileGroupsQuestion(question, app), app))
}

export function prepareGroups({ plan, statement, page, until }: CompiledGroups, app: App): PreparedRead {
  return prepared(
    {
      statement,
      page,
      order: '',
      faceted: false,
      terms: null,
      until,
      tables: tablesOfGroups(plan, app.roles),
      total: null,
    },
    app,
  )
}

interface CompiledGroups {
  readonly plan: AggregatePlan
  readonly statement: Statement
  readonly page: NumberedPage
  readonly until: number | null
  readonly size: QuerySize
}

function compileGroupsQuestion({ route, text, caller, defaultLocale }: GroupsQuestion, app: App): CompiledGroups {
  const { rest, limits } = app.settings
  const params = parseQueryString(text, limits) // request/
  const parsed = parseAggregate(params, limits) // parse/
  const page = parseNumberedPage(params, { ...rest, extensions: NO_EXTENSIONS })
  const { type } = route
  const rows = parseAndCheck({ params: parsed.rows, type, single: false, caller, defaultLocale }, app) // parse/ → access/ → check/
  const view = { schema: app.schema, caller }
  const aggregate = checkAggregate(parsed, type, (param) => ({
    view,
    profile: rest.profile,
    extensions: rest.extensions,
    now: thisMinute(),
    param,
  }))
  const window = { start: page.start, limit: page.limit, count: page.withCount }
  const plan = groupsWithinLimits(planAggregate(rows, aggregate, window, app.tables), limits) // plan/
  const size = parsed.having === null ? rows.size : withHaving(rows.size, parsed.having)
  return { plan, statement: compileAggregate(plan, app.dialect), page, until: rows.until, size } // sql/
}

function withHaving(size: QuerySize, having: ParsedFilter): QuerySize {
  return {
    ...size,
    comparisons: size.comparisons + conditions(having),
    sought: size.sought + soughtCharacters(having),
  }
}

export type CompiledAny = ({ readonly of: 'entries' } & CompiledQuestion) | ({ readonly of: 'groups' } & CompiledGroups)

/** For the explorer, which explains a read instead of answering it. */
export function compileAny({ route, ...asking }: Question<ReadRoute>, app: App): CompiledAny {
  return route.kind === 'aggregate'
    ? { of: 'groups', ...compileGroupsQuestion({ route, ...asking }, app) }
    : { of: 'entries', ...compileQuestion({ route, ...asking }, app) }
}
