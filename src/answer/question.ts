/** A question: everything that a statement is compiled from. */

import type { Caller } from '../access/caller.ts'
import { FLAT, type ResponseFormat } from '../plan/response-format.ts'
import type { HttpRequest } from '../request/http-request.ts'
import type { ReadRoute, Route } from '../request/routes.ts'
import type { App } from './app.ts'
import { formatOf, type RequestContext } from './request-context.ts'

/** The question of a request, and its key for caches. */
export async function questionOf<R extends ReadRoute>(
  context: RequestContext<R>,
): Promise<{ readonly question: Question<R>; readonly key: string }> {
  const question = await askedIn(context)
  return { question, key: cacheKey(question, context.request, context.app) }
}

export async function askedIn<R extends Route>(context: RequestContext<R>): Promise<Question<R>> {
  const { request, call, caller, at, app } = context
  const defaultLocale = await app.stored.defaultLocale(at)
  return { route: call.route, text: call.query, caller, format: formatOf(request), defaultLocale }
}

/** Everything that the statement of a read depends on, except the project. */
export interface Question<R extends Route> {
  readonly route: R
  /** The query string. */
  readonly text: string
  readonly caller: Caller
  readonly format: ResponseFormat
  readonly defaultLocale: string | null
}

type Asking = Pick<Question<Route>, 'caller' | 'format' | 'defaultLocale'>

/** Callers with the same permissions have the same key. */
export function cacheKey(
  { caller, format, defaultLocale }: Asking,
  { url }: Pick<HttpRequest, 'url'>,
  { caches }: Pick<App, 'caches'>,
): string {
  return caches.keyOf(caller, `${defaultLocale} ${format === FLAT ? '' : 'v4 '}${url}`)
}
