/** The parameter `pagination`, and what responses say of a page. */

import { EVERYTHING, type RestSettings } from '../config/settings.ts'
import type { JsonSchema, Parameter } from './document.ts'
import { anyOf, objectOf } from './json-schema.ts'

const WHOLE: JsonSchema = { type: 'integer' }

const BY_PAGE_OR_OFFSET =
  'By page (`pagination[page]=2&pagination[pageSize]=10`) or by offset (`pagination[start]=15&pagination[limit]=5`), not both. `pagination[withCount]=false` leaves the total out.'

const CURSORS =
  ' By cursor: `pagination[start][after]=` for the first page, then with `next` of `meta.pagination`; `[before]` goes back. With `pagination[withCount]=capped`, counting stops early, and `totalIs` says whether the total is exact.'

const FACETS =
  ' Counts by value beside the page: `pagination[withCount][by][0]=<field>`; `[byOthers]` without the filter on that field.'

export function paginationParameter(rest: RestSettings): Parameter {
  const { defaultLimit, maxLimit } = rest
  const most = maxLimit === EVERYTHING ? {} : { maximum: maxLimit }
  const size = { type: 'integer', minimum: 1, ...most, default: Math.min(defaultLimit, maxLimit) }
  return {
    name: 'pagination',
    in: 'query',
    description: `${BY_PAGE_OR_OFFSET}${hasCursors(rest) ? CURSORS : ''}${rest.extensions.on.has('aggregates') ? FACETS : ''}`,
    style: 'deepObject',
    explode: true,
    schema: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 1 },
        pageSize: size,
        start: startSchema(rest),
        limit: size,
        withCount: withCountSchema(rest),
      },
      additionalProperties: false,
    },
    example: { page: 1, pageSize: Math.min(10, maxLimit) },
  }
}

function startSchema(rest: RestSettings): JsonSchema {
  const number = { type: 'integer', minimum: 0 }
  if (!hasCursors(rest)) return number
  const side = { type: 'string', description: 'A cursor, or empty for the end of the list.' }
  const cursor = { type: 'object', properties: { after: side, before: side }, minProperties: 1, maxProperties: 1 }
  return { anyOf: [number, cursor] }
}

function withCountSchema(rest: RestSettings): JsonSchema {
  const flag = { type: 'boolean' }
  const words = hasCursors(rest) ? [{ type: 'string', enum: ['capped'] }] : []
  const total = anyOf([flag, ...words])
  const facets = rest.extensions.on.has('aggregates') ? [facetsSchema(total)] : []
  return { ...anyOf([flag, ...words, ...facets]), default: rest.withCount }
}

function facetsSchema(total: JsonSchema): JsonSchema {
  const names = { type: 'array', items: { type: 'string' } }
  return { type: 'object', properties: { by: names, byOthers: names, total }, additionalProperties: false }
}

export function paginationSchema(rest: RestSettings): JsonSchema {
  const total: Readonly<Record<string, JsonSchema>> = {
    total: WHOLE,
    ...(hasCursors(rest) ? { totalIs: { type: 'string', enum: ['exact', 'atLeast'] } } : {}),
  }
  return {
    description: 'By page or by offset, as in the request. The total is left out with `pagination[withCount]=false`.',
    anyOf: [
      objectOf({ page: WHOLE, pageSize: WHOLE, pageCount: WHOLE, ...total }, ['page', 'pageSize']),
      objectOf({ start: WHOLE, limit: WHOLE, ...total }, ['start', 'limit']),
      ...(hasCursors(rest) ? [cursorSchema(total)] : []),
    ],
  }
}

function cursorSchema(total: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const cursor = {
    type: ['string', 'null'],
    description: 'The cursor of the page on this side; null where there is none.',
  }
  return objectOf({ limit: WHOLE, next: cursor, previous: cursor, ...total }, ['limit', 'next', 'previous'])
}

function hasCursors({ extensions }: RestSettings): boolean {
  return extensions.on.has('cursors')
}
