/**
 * The parameters of `/actions/aggregate`: those of a list that choose entries, and
 *
 *   by[0]=format&by[1]=publishDay:month     the groups
 *   count=true&sum[0]=views&avg[0]=rating   what to compute of each
 *   having[count][$gte]=2&sort=sum.views    which of them, in which order
 */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { asFlag, isRawObject, type RawParams, type RawValue } from '../request/raw-params.ts'
import { NO_EXTENSIONS } from '../vocabulary/extensions.ts'
import { MEASURE_NAMES } from '../vocabulary/measures.ts'
import { measurePaths } from './measure.ts'
import { parseFilters } from './parse-filters.ts'
import { parseNames } from './parse-names.ts'
import { parseSort } from './parse-sort.ts'
import type { ParsedAggregate, ParsedGroupKey, ParsedMeasure } from './parsed-aggregate.ts'
import type { ParsedFilter } from './parsed-query.ts'

const OF_ROWS = ['filters', 'locale', 'status', 'publicationFilter', 'hasPublishedVersion', '_q'] as const
const OF_GROUPS = ['by', 'count', ...MEASURE_NAMES, 'having', 'sort', 'pagination'] as const
const PARAMETERS: readonly string[] = [...OF_ROWS, ...OF_GROUPS]

export function parseAggregate(params: RawParams, limits: Limits): ParsedAggregate {
  const unknown = Object.keys(params).find((key) => !PARAMETERS.includes(key))
  if (unknown !== undefined) throw invalidKey({ key: unknown, path: null, param: unknown, ...adviceFor(unknown) })
  const aggregate: ParsedAggregate = {
    rows: Object.fromEntries(Object.entries(params).filter(([key]) => OF_ROWS.some((known) => known === key))),
    by: parseGroupKeys(params.by, 'by'),
    measures: MEASURE_NAMES.flatMap((measure) =>
      parseNames(params[measure], measure).map((text): ParsedMeasure => ({ measure, path: text.split('.') })),
    ),
    count: parseCount(params.count),
    having: parseHaving(params.having),
    sort: parseSort(params.sort, 'sort', NO_EXTENSIONS),
  }
  return withinLimits(aggregate, limits)
}

/** `groupBy`, `group_by` and `group`, as other APIs call it. */
function adviceFor(unknown: string) {
  if (/^group(_?by)?$/i.test(unknown)) return { hint: 'Write by[0]=… for the keys to group by' }
  const otherwise = `The parameters of groups are ${PARAMETERS.join(', ')}`
  return { candidates: PARAMETERS, otherwise }
}

export function parseGroupKeys(raw: RawValue | undefined, param: string): readonly ParsedGroupKey[] {
  return parseNames(raw, param).map((text) => {
    const colon = text.lastIndexOf(':')
    if (colon === -1) return { path: text.split('.'), part: null }
    return { path: text.slice(0, colon).split('.'), part: text.slice(colon + 1) }
  })
}

function parseHaving(raw: RawValue | undefined): ParsedFilter | null {
  if (raw === undefined || isRawObject(raw)) return parseFilters(raw, 'having', NO_EXTENSIONS)
  throw new ApiError('PARAM_SHAPE', {
    message: 'Invalid having parameter. Expected conditions on groups',
    details: { source: 'query', param: 'having', hint: 'Write having[count][$gte]=2, or having[sum][views][$gt]=100' },
  })
}

function parseCount(raw: RawValue | undefined): boolean {
  const flag = raw === undefined ? true : asFlag(raw)
  if (flag !== undefined) return flag
  throw new ApiError('PARAM_SHAPE', {
    message: 'Invalid count parameter. Expected true or false',
    details: { source: 'query', param: 'count', hint: 'To count different values write countDistinct[0]=…' },
  })
}

function withinLimits(aggregate: ParsedAggregate, limits: Limits): ParsedAggregate {
  const { by, measures, having, sort } = aggregate
  if (by.length > limits.groupKeys) throw limitExceeded('groupKeys', limits.groupKeys)
  if (measures.length > limits.measures) throw limitExceeded('measures', limits.measures)
  measurePaths({ filters: having, sort, paths: [...by, ...measures].map(({ path }) => path) }, limits)
  return aggregate
}
