/** Groups of entries, at `/actions/aggregate`: the parameters in addition to those that select entries. */

import { asFlag, type RawObject, type RawParams, type RawValue } from '../../../src/request/raw-params.ts'
import { MEASURE_NAMES, type Measure } from '../../../src/vocabulary/measures.ts'
import type { AllOf } from './query-model.ts'
import { readFilters } from './read-filters.ts'
import { readNames } from './read-pagination.ts'
import { writeFilters } from './write-filters.ts'

export interface Groups {
  /** Names with dots between; after a colon, a part of a date: `publishDay:month`. */
  readonly by: readonly string[]
  readonly measures: readonly MeasureKey[]
  readonly count: boolean
  /** Conditions on what is computed of a group. */
  readonly having: AllOf
}

export interface MeasureKey {
  readonly measure: Measure
  readonly path: string
}

export const NO_GROUPS: Groups = { by: [], measures: [], count: true, having: [] }

export interface ReadGroups {
  readonly groups: Groups
  /** The parameters that are not about groups, or that cannot be read. */
  readonly rest: RawParams
}

export function readGroups(params: RawParams): ReadGroups {
  const { by, count, having, ...others } = params
  const names = readNames(by)
  const flag = count === undefined ? true : asFlag(count)
  const conditions = having === null ? null : readFilters(having)
  const measures = MEASURE_NAMES.map((measure) => ({ measure, paths: readNames(params[measure]) }))
  const read = measures.filter(({ paths }) => paths !== undefined).map(({ measure }): string => measure)
  const rest = {
    ...Object.fromEntries(Object.entries(others).filter(([key]) => !read.includes(key))),
    ...(names === undefined ? { by: by as RawValue } : {}),
    ...(flag === undefined ? { count: count as RawValue } : {}),
    ...(conditions === null ? { having: having as RawValue } : {}),
  }
  const groups: Groups = {
    by: names ?? [],
    measures: measures.flatMap(({ measure, paths = [] }) => paths.map((path) => ({ measure, path }))),
    count: flag ?? true,
    having: conditions ?? [],
  }
  return { groups, rest }
}

export function writeGroups({ by, measures, count, having }: Groups): RawObject {
  const conditions = writeFilters(having)
  const computed = MEASURE_NAMES.map((name) => {
    return [name, measures.filter(({ measure }) => measure === name).map(({ path }) => path)] as const
  })
  return {
    ...(by.length === 0 ? {} : { by }),
    ...(count ? {} : { count: 'false' }),
    ...Object.fromEntries(computed.filter(([, paths]) => paths.length > 0)),
    ...(conditions === null ? {} : { having: conditions }),
  }
}
