/** The parameter `pagination`, and what responses say of a page. */

import type { RestSettings } from '../config/settings.ts'
import type { JsonSchema, Parameter } from './document.ts'
import { anyOf, objectOf } from './json-schema.ts'

const WHOLE: JsonSchema = { type: 'integer' }

const BY_PAGE_OR_OFFSET =
  'By page (`pagination[page]=2&pagination[pageSize]=10`) or by offset (`pagination[start]=15&pagination[limit]=5`), not both. `pagination[withCount]=false` leaves the total out.'

const CAPPED = ' With `capped`, counting stops early, and `totalIs` says whether the total is exact.'

export function paginationParameter(rest: RestSettings): Parameter {
  const { defaultLimit, maxLimit } = rest
  const size = { type: 'integer', minimum: 1, maximum: maxLimit, default: Math.min(defaultLimit, maxLimit) }
  return {
    name: 'pagination',
    in: 'query',
    description: `${BY_PAGE_OR_OFFSET}${hasCursors(rest) ? CAPPED : ''}`,
    style: 'deepObject',
    explode: true,
    schema: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 1 },
        pageSize: size,
        start: { type: 'integer', minimum: 0 },
        limit: size,
        withCount: withCountSchema(rest),
      },
      additionalProperties: false,
    },
    example: { page: 1, pageSize: Math.min(10, maxLimit) },
  }
}

function withCountSchema(rest: RestSettings): JsonSchema {
  const flag = { type: 'boolean' }
  const words = hasCursors(rest) ? [{ type: 'string', enum: ['capped'] }] : []
  return { ...anyOf([flag, ...words]), default: rest.withCount }
}

export function paginationSchema(rest: RestSettings): JsonSchema {
  const total: Readonly<Record<string, JsonSchema>> = {
    total: WHOLE,
    ...(hasCursors(rest) ? { totalIs: { type: 'string', enum: ['exact', 'atLeast'] } } : {}),
  }
  return {
    description: 'In the terms of the request. The total is left out with `pagination[withCount]=false`.',
    anyOf: [
      objectOf({ page: WHOLE, pageSize: WHOLE, pageCount: WHOLE, ...total }, ['page', 'pageSize']),
      objectOf({ start: WHOLE, limit: WHOLE, ...total }, ['start', 'limit']),
    ],
  }
}

function hasCursors({ extensions }: RestSettings): boolean {
  return extensions.on.has('cursors')
}
