/**
 * Requests that differ from an answered one only in the values of their filters reuse its statement, with their own
 * values.
 */

import type { Moment } from '../cache/revisions.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { readEntryUrl } from '../request/read-call.ts'
import type { ReadRoute } from '../request/routes.ts'
import { exampleOf, longValue, shapeOf, shortValue, type UrlShape, type ValueFor } from '../request/url-shape.ts'
import type { App } from './app.ts'
import type { PreparedRead } from './prepared-read.ts'
import { cacheKey, type Question } from './question.ts'
import type { Known } from './recall.ts'
import type { RequestContext } from './request-context.ts'
import { type Example, type Template, templateFrom } from './statement-template.ts'

/**
 * Longest query string, in characters, for which a template is made: its example requests take only a few milliseconds
 * to prepare.
 */
const SHORT_QUERY = 512

interface Answered<R extends ReadRoute> {
  readonly question: Question<R>
  readonly prepared: PreparedRead
  readonly prepare: (question: Question<R>) => PreparedRead
}

export function learnShape<R extends ReadRoute>(
  { request, caller, at, app }: RequestContext<R>,
  answered: Answered<R>,
): void {
  const shape = answered.question.text.length > SHORT_QUERY ? null : shapeOf(request.url)
  if (shape === null) return
  const { question, prepared } = answered
  const key = cacheKey(question, shape, app)
  app.recall.learn({ ...request, url: shape.url }, { key, prepared, caller, at })
  app.caches.templates.learn(key, () => templateFor(shape, answered, app))
}

export function templateFor<R extends ReadRoute>(shape: UrlShape, answered: Answered<R>, app: App): Template | null {
  const { question, prepared, prepare } = answered
  const example = (valueFor: ValueFor): Example => {
    const { url, values } = exampleOf(shape, valueFor)
    return { values, prepared: prepare({ ...question, ...routeAndText(url, question.route, app) }) }
  }
  return templateFrom(example(longValue), [example(shortValue), { values: shape.values, prepared }])
}

function routeAndText<R extends ReadRoute>(url: string, like: R, { routes }: App): Pick<Question<R>, 'route' | 'text'> {
  const found = readEntryUrl(url, routes)
  if (found === null || !isLike(found.route, like)) throw new Error(`Another route: ${url}`)
  return { route: found.route, text: found.query }
}

function isLike<R extends ReadRoute>(route: ReadRoute, like: R): route is R {
  return route.kind === like.kind
}

export interface Similar {
  readonly known: Known
  readonly prepared: PreparedRead
  readonly at: Moment
}

/** Null if no such request was answered before, or its caller may no longer make it. */
export function findSimilar(
  request: HttpRequest,
  moment: () => Moment | null,
  { recall, caches }: Pick<App, 'recall' | 'caches'>,
): Similar | null {
  const shape = shapeOf(request.url)
  const recalled = shape === null ? null : recall.source({ ...request, url: shape.url }, moment)
  const template = recalled === null ? null : caches.templates.find(recalled.known.key)
  if (shape === null || recalled === null || template === null) return null
  const { known, at } = recalled
  const key = known.key.slice(0, -shape.url.length) + request.url
  return { known: { ...known, key }, prepared: template.fill(shape.values), at }
}
