/** Checks the limits of a parsed query before any further work is done with it. */

import { limitExceeded } from '../config/limit-exceeded.ts'
import type { Limits } from '../config/limits.ts'
import { isOf, OPERATORS } from '../vocabulary/operators.ts'
import type {
  ParsedComparison,
  ParsedFilter,
  ParsedPopulate,
  ParsedPopulateEntry,
  ParsedQuery,
  ParsedSort,
} from './parsed-query.ts'

export function measure(query: ParsedQuery, limits: Limits): ParsedQuery {
  const nested = optionsOf(query.populate)
  const filters = filtersIn(query)
  const sorts = [query.sort, ...nested.map((options) => options.sort)]
  measureFilters(filters, sorts, [], limits)
  refuseLongSearch(soughtIn(query), limits)
  if (query.locale.kind === 'first' && query.locale.codes.length > limits.fallbackLocales) {
    throw limitExceeded('fallbackLocales', limits.fallbackLocales)
  }
  if (longestPath(query.populate) > limits.populateDepth) throw limitExceeded('populateDepth', limits.populateDepth)
  return query
}

/** How many comparisons all its filters have. */
export function comparisonsIn(query: ParsedQuery): number {
  return sum(filtersIn(query).map(conditions))
}

/** How many characters all its text searches look for. */
export function soughtIn(query: ParsedQuery): number {
  return (query.search?.length ?? 0) + sum(filtersIn(query).map(soughtCharacters))
}

function refuseLongSearch(characters: number, { searchedText }: Limits): void {
  if (characters > searchedText) throw limitExceeded('searchedText', searchedText)
}

function filtersIn({ filters, populate }: ParsedQuery): readonly ParsedFilter[] {
  const nested = optionsOf(populate).map((options) => options.filters)
  return [filters, ...nested].filter((filter) => filter !== null)
}

/** The same for groups: conditions on them, their order, and the attributes that they are made of. */
export function measurePaths(
  { filters, sort, paths }: Pick<Measured, 'filters' | 'sort'> & { readonly paths: readonly (readonly string[])[] },
  limits: Limits,
): void {
  measureFilters(filters === null ? [] : [filters], [sort], paths, limits)
  if (filters !== null) refuseLongSearch(soughtCharacters(filters), limits)
}

function measureFilters(
  filters: readonly ParsedFilter[],
  sorts: readonly (readonly ParsedSort[])[],
  paths: readonly (readonly string[])[],
  limits: Limits,
): void {
  const lengths = [...paths, ...sorts.flat().map(({ path }) => path)].map((path) => path.length)
  const deepest = Math.max(0, ...filters.map(depth), ...lengths)
  if (deepest > limits.filterDepth) throw limitExceeded('filterDepth', limits.filterDepth)
  if (sum(filters.map(conditions)) > limits.filterConditions) {
    throw limitExceeded('filterConditions', limits.filterConditions)
  }
  if (sorts.some((keys) => keys.length > limits.sortKeys)) throw limitExceeded('sortKeys', limits.sortKeys)
}

interface Measured {
  readonly filters: ParsedFilter | null
  readonly sort: readonly ParsedSort[]
  readonly populate: ParsedPopulate
}

/** The options of everything that is populated, at any depth. */
function optionsOf(populate: ParsedPopulate): readonly Measured[] {
  return populate.kind === 'map' ? populate.entries.flatMap(optionsOfEntry) : []
}

function optionsOfEntry({ value }: ParsedPopulateEntry): readonly Measured[] {
  if (value.kind !== 'options') return []
  const { options } = value
  return [options, ...optionsOf(options.populate), ...(options.fragments ?? []).flatMap(optionsOfEntry)]
}

/** Measured before any recursion: one dotted path can be as long as a URL. */
function longestPath(populate: ParsedPopulate): number {
  const paths = [populate, ...optionsOf(populate).map((options) => options.populate)].flatMap(pathsOf)
  return paths.reduce((longest, path) => Math.max(longest, path.length), 0)
}

function pathsOf(populate: ParsedPopulate): readonly (readonly string[])[] {
  return populate.kind === 'paths' || populate.kind === 'map' ? populate.paths : []
}

function depth(filter: ParsedFilter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return 1 + Math.max(0, ...filter.items.map(depth))
    case 'not':
    case 'attribute':
    case 'quantified':
    case 'jsonPath':
      return 1 + depth(filter.item)
    case 'counted':
      return 1 + Math.max(depth(filter.item), filter.of === null ? 0 : depth(filter.of))
    case 'compare':
    case 'has':
    case 'unknownOperator':
      return 0
  }
}

export function conditions(filter: ParsedFilter): number {
  return sum(leavesOf(filter).map((leaf) => (leaf.kind === 'has' ? leaf.values.length : 1)))
}

export function soughtCharacters(filter: ParsedFilter): number {
  return sum(leavesOf(filter).map((leaf) => (leaf.kind === 'compare' ? lengthSought(leaf.comparison) : 0)))
}

function lengthSought(comparison: ParsedComparison): number {
  if (comparison.shape !== 'value') return 0
  return isOf(OPERATORS[comparison.operator].test, 'text') ? (comparison.value?.length ?? 0) : 0
}

type Leaf = Extract<ParsedFilter, { readonly kind: 'compare' | 'has' | 'unknownOperator' }>

/** The comparisons of a filter, at any depth. */
function leavesOf(filter: ParsedFilter): readonly Leaf[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.items.flatMap(leavesOf)
    case 'not':
    case 'attribute':
    case 'quantified':
    case 'jsonPath':
      return leavesOf(filter.item)
    case 'counted':
      return [...leavesOf(filter.item), ...(filter.of === null ? [] : leavesOf(filter.of))]
    case 'compare':
    case 'has':
    case 'unknownOperator':
      return [filter]
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
