/** Compiles the queries of a batch into one statement. Each goes through the same stages as on its own. */

import { createHash } from 'node:crypto'
import { authorize } from '../access/caller.ts'
import { limitExceededTogether } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { ApiError } from '../errors/api-error.ts'
import { lookupsIn, lookupsInGroups } from '../plan/measure-plan.ts'
import { tablesOf, tablesOfGroups } from '../plan/plan-tables.ts'
import { contentAction } from '../request/actions.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import type { NamedQuery } from '../request/read-batch.ts'
import { splitUrl } from '../request/read-call.ts'
import { isReadRoute, matchRoute, type ReadRoute } from '../request/routes.ts'
import { errorResponse } from '../respond/error-body.ts'
import { compileBatch } from '../sql/compile-batch.ts'
import { type CompiledAny, compileAny } from './answer-aggregate.ts'
import { tagsOf, termsShown } from './answer-read.ts'
import { unknownTo } from './answer-unknown.ts'
import type { App } from './app.ts'
import type { InTurn } from './caches.ts'
import { withCredentialsHint } from './credentials-hints.ts'
import type { PreparedBatch, PreparedPart, ShownAs } from './prepared-read.ts'
import type { Question } from './question.ts'

export interface Asking extends Pick<Question<ReadRoute>, 'caller' | 'format' | 'defaultLocale'> {
  /** The request of the batch. Its `Authorization` header decides which hint a refused query gets. */
  readonly request: HttpRequest
}

/** Other requests have their turn between two queries. */
export async function prepareBatch(
  queries: readonly NamedQuery[],
  asking: Asking,
  app: App,
  inTurn: InTurn,
): Promise<PreparedBatch> {
  const compiled: CompiledAny[] = []
  const parts: PreparedPart[] = []
  const refuseTogether = createRefuseTogether(app.settings.limits)
  for (const { name, url } of queries) {
    const part = await inTurn(url, () => compileOrRefuse(url, asking, app))
    if ('status' in part) {
      parts.push({ name, kind: 'refused', response: part })
    } else {
      refuseTogether(part)
      parts.push({ name, kind: 'read', index: compiled.push(part) - 1, shown: shownAs(part) })
    }
  }
  const together = `?${queries.map(({ url }) => url).join('&')}`
  return inTurn(together, () => joinParts(parts, compiled, app))
}

function joinParts(parts: readonly PreparedPart[], compiled: readonly CompiledAny[], app: App): PreparedBatch {
  const statement = compileBatch(compiled, app.dialect)
  const tables = [...new Set(compiled.flatMap((part) => tablesIn(part, app)))].sort()
  const form = JSON.stringify([app.version, statement.text, parts])
  return {
    statement,
    parts,
    tables,
    tags: tagsOf(tables, app),
    form: createHash('sha256').update(form).digest('base64'),
    until: earliest(compiled.map(({ until }) => until)),
  }
}

/** A refused query gets the error that it would get alone. It does not affect the others. */
function compileOrRefuse(url: string, asking: Asking, app: App): CompiledAny | HttpResponse {
  try {
    return compileOne(url, asking, app)
  } catch (error) {
    const hinted = withCredentialsHint(error, asking.request, app.settings.rest)
    if (hinted instanceof ApiError) return errorResponse(hinted)
    throw error
  }
}

function compileOne(url: string, asking: Asking, app: App): CompiledAny {
  const { path, query } = splitUrl(url)
  const route = matchRoute(path, app.routes)
  if (route === null) throw unknownTo(asking.caller, url, app)
  if (!isReadRoute(route)) throw new ApiError('BATCH_PART')
  authorize(asking.caller, contentAction(route, 'read'))
  const { caller, format, defaultLocale } = asking
  return compileAny({ caller, format, defaultLocale, route, text: query }, app)
}

const TOGETHER = ['filterConditions', 'populateNodes', 'filterRelations', 'searchedText'] as const

/**
 * All parts are one statement, so together they must stay within the limits of one request. Checked after each part:
 * each can take long to compile.
 */
function createRefuseTogether(limits: Limits): (part: CompiledAny) => void {
  const sums = { filterConditions: 0, populateNodes: 0, filterRelations: 0, searchedText: 0 }
  return (part) => {
    sums.filterConditions += part.size.comparisons
    sums.populateNodes += part.size.populated
    sums.searchedText += part.size.sought
    sums.filterRelations += part.of === 'groups' ? lookupsInGroups(part.plan) : lookupsIn(part.plan)
    for (const limit of TOGETHER) {
      if (sums[limit] > limits[limit]) throw limitExceededTogether(limit, limits[limit])
    }
  }
}

function shownAs(part: CompiledAny): ShownAs {
  if (part.of === 'groups') return { page: part.page, order: '', faceted: false, terms: null }
  const { seek, facets } = part.plan
  return { page: part.page, order: seek?.order ?? '', faceted: facets.length > 0, terms: termsShown(part.plan) }
}

function tablesIn(part: CompiledAny, { roles }: App): readonly string[] {
  return part.of === 'groups' ? tablesOfGroups(part.plan, roles) : tablesOf(part.plan, roles)
}

function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null)
  return known.length === 0 ? null : Math.min(...known)
}
