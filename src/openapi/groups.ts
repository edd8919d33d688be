/** Extension `aggregates`: the path of groups, and counts by value beside a page. */

import type { ContentType, ScalarAttribute } from '../schema/schema.ts'
import { NO_EXTENSIONS } from '../vocabulary/extensions.ts'
import { DATE_PART_NAMES, fitsMeasure, MEASURE_NAMES, type Measure } from '../vocabulary/measures.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { type Api, shownAttributes } from './api.ts'
import type { JsonSchema, MediaType, Parameter } from './document.ts'
import { anyOf, listOf, objectOf } from './json-schema.ts'
import { paginationParameter, paginationSchema } from './pagination.ts'
import { listParameter } from './parameters.ts'

const WHOLE: JsonSchema = { type: 'integer' }
const SCALAR: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] }
const PARTS = `(:(${DATE_PART_NAMES.join('|')}))?`

/** Beside those that choose the entries. */
export function groupParameters(api: Api, type: ContentType): readonly Parameter[] {
  const by = 'Keys to group entries by: fields, `relation.field`, dates by `:year`, `:month`, `:day`. Without it, all.'
  return [
    listParameter('by', by, { items: keySchema(api, type) }),
    ...MEASURE_NAMES.map((name) => listParameter(name, TEXTS[name], { items: measuredSchema(api, type, name) })),
    {
      name: 'count',
      in: 'query',
      description: '`false` leaves the number of entries out.',
      schema: { type: 'boolean' },
    },
    {
      name: 'having',
      in: 'query',
      description: 'Conditions on what groups show: `having[count][$gte]=2`, `having[sum][<field>][$gt]=10`.',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object' },
    },
    listParameter('sort', 'By what groups show: `count`, `sum.<field>`, names in `by`; each with `:asc` or `:desc`.', {
      items: { type: 'string' },
      example: ['count:desc'],
    }),
    paginationParameter({ ...api.rest, extensions: NO_EXTENSIONS }),
  ]
}

const TEXTS: Readonly<Record<Measure, string>> = {
  sum: 'Numbers to add up.',
  avg: 'Numbers to show the average of.',
  min: 'Fields whose least value is shown.',
  max: 'Fields whose greatest value is shown.',
  countDistinct: 'Fields whose number of different values is shown.',
}

function keySchema(api: Api, type: ContentType): JsonSchema {
  const dates = { type: 'string', pattern: `^[^.:]+:(${DATE_PART_NAMES.join('|')})$` }
  return anyOf([...namesOf(api, type, 'countDistinct'), dates, throughRelation(PARTS)])
}

function measuredSchema(api: Api, type: ContentType, measure: Measure): JsonSchema {
  return anyOf([...namesOf(api, type, measure), throughRelation('')])
}

function throughRelation(end: string): JsonSchema {
  return { type: 'string', pattern: `^[^.:]+(\\.[^.:]+)+${end}$` }
}

/** Fields of the entry itself; none where nothing fits: generators take `not: {}` for any value. */
function namesOf(api: Api, type: ContentType, measure: Measure): readonly JsonSchema[] {
  const fitting = shownAttributes(api, type)
    .filter((attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && attribute.type !== 'richtext')
    .filter((attribute) => fitsMeasure(measure, valueKind(attribute.type)))
  return fitting.length === 0 ? [] : [{ type: 'string', enum: fitting.map(({ name }) => name) }]
}

export function groupContent({ rest }: Api): Readonly<Record<string, MediaType>> {
  const values: JsonSchema = { type: 'object', additionalProperties: SCALAR }
  const measures = Object.fromEntries(MEASURE_NAMES.map((name) => [name, values]))
  const group = objectOf({ by: values, count: WHOLE, ...measures }, [])
  const meta = objectOf({ pagination: paginationSchema({ ...rest, extensions: NO_EXTENSIONS }) }, ['pagination'])
  const pagination = { page: 1, pageSize: Math.min(rest.defaultLimit, rest.maxLimit), pageCount: 1, total: 1 }
  return {
    'application/json': {
      schema: objectOf({ data: listOf(group), meta }, ['data', 'meta']),
      example: { data: [{ count: 12 }], meta: { pagination } },
    },
  }
}

/** The property of `meta` for facets, which `pagination[withCount]` requests. */
export function facetProperty({ rest }: Api): Readonly<Record<string, JsonSchema>> {
  if (!rest.extensions.on.has('aggregates')) return {}
  const counted = objectOf({ value: SCALAR, count: WHOLE }, ['value', 'count'])
  const facet = objectOf({ values: listOf(counted), more: { type: 'boolean' } }, ['values', 'more'])
  return { facets: { type: 'object', description: 'Counts by value.', additionalProperties: facet } }
}
