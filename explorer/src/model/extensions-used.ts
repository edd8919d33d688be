/** The extensions that a request needs: with any of them, Strapi refuses the request. */

import { EXTENSION_NAMES, type Extension } from '../../../src/vocabulary/extensions.ts'
import { COUNT } from '../../../src/vocabulary/quantifiers.ts'
import { valueKind } from '../../../src/vocabulary/scalar-types.ts'
import { leavesOut } from './fields-shown.ts'
import { HAS } from './filter-operators.ts'
import type { AllOf, FilterItem, Pagination, Populate, PopulateEntry, QueryModel, SortKey } from './query-model.ts'
import { hasFacets, saysSomething } from './read-pagination.ts'
import { isRelative } from './relative-date.ts'
import type { RequestModel } from './request.ts'
import { attributeOf, attributesOf, type Description, isLink, isUnion } from './schema.ts'

/** Names in the order of the table of extensions. Parts that are kept as written are not inspected. */
export function extensionsUsed(request: RequestModel, description: Description): readonly Extension[] {
  const { query, type, groups } = request
  const place = { description, uid: type.uid }
  const used = new Set<Extension>([
    ...(groups === null ? [] : ['aggregates' as const]),
    ...ofSearch(query),
    ...ofFields(query.fields, place),
    ...ofFilters(query.filters, place),
    ...ofSort(query.sort),
    ...ofPopulate(query.populate, place),
    ...ofPagination(query.pagination),
    ...ofLocale(query),
  ])
  return EXTENSION_NAMES.filter((name) => used.has(name))
}

/** The model that names are of; null where it is not known. */
interface Place {
  readonly description: Description
  readonly uid: string | null
}

type Used = readonly Extension[]

function ofSearch({ search, fullText }: QueryModel): Used {
  return search !== '' && fullText !== null ? ['search'] : []
}

function ofFields(fields: readonly string[] | null, { description, uid }: Place): Used {
  const known = uid === null ? [] : attributesOf(description, uid).map(({ name }) => name)
  return fields !== null && leavesOut(fields, known) ? ['exclude'] : []
}

function ofSort(sort: readonly SortKey[]): Used {
  return sort.flatMap(
    ({ path, fold, nulls, seed }): Used => [
      ...(fold || nulls !== '' || seed !== null ? ['sorting' as const] : []),
      ...(path.endsWith(`.${COUNT}`) ? ['quantifiers' as const] : []),
    ],
  )
}

function ofPagination(page: Pagination): Used {
  return [
    ...(page.style === 'cursor' || page.withCount === 'capped' ? ['cursors' as const] : []),
    ...(hasFacets(page) ? ['aggregates' as const] : []),
  ]
}

function ofLocale({ fallsBack, locales }: QueryModel): Used {
  return fallsBack && locales.length > 0 ? ['localeFallback'] : []
}

function ofFilters(items: AllOf, place: Place): Used {
  return items.flatMap((item) => ofItem(item, place))
}

function ofItem(item: FilterItem, place: Place): Used {
  switch (item.kind) {
    case 'compare':
      return ofComparison(item, place)
    case 'at':
      return ofAt(item, place)
    case 'any':
      return item.items.flatMap((member) => ofFilters(member, place))
    case 'not':
      return ofFilters(item.items, place)
    case 'quantified':
      return ['quantifiers', ...ofFilters(item.items, place)]
    case 'each':
      return ['quantifiers']
    case 'counted':
      return ['quantifiers', ...ofFilters(item.of ?? [], place)]
    case 'inside':
      return ['json']
    case 'asWritten':
      return []
  }
}

function ofComparison({ name, operator, values }: Extract<FilterItem, { kind: 'compare' }>, place: Place): Used {
  if (operator === HAS) return ['json']
  const attribute = found(place, name)
  if (attribute === undefined) return []
  if (isUnion(attribute)) return ['zones']
  const isDate = attribute.kind === 'scalar' && ['date', 'moment'].includes(valueKind(attribute.type))
  return isDate && values.some(isRelative) ? ['dates'] : []
}

function ofAt({ name, items }: Extract<FilterItem, { kind: 'at' }>, place: Place): Used {
  const attribute = found(place, name)
  if (attribute !== undefined && isUnion(attribute)) return ['zones', ...ofFilters(items, { ...place, uid: null })]
  // Below a zone, the names of components and types lead on to their fields.
  if (attribute === undefined && place.description.models[name] !== undefined)
    return ofFilters(items, { ...place, uid: name })
  if (attribute?.kind === 'scalar') return items.flatMap((item) => ofItem(named(item, name), place))
  return ofFilters(items, { ...place, uid: attribute !== undefined && isLink(attribute) ? attribute.target : null })
}

/** Several comparisons of one field. */
function named(item: FilterItem, name: string): FilterItem {
  return item.kind === 'compare' ? { ...item, name } : item
}

function found({ description, uid }: Place, name: string | null) {
  return uid === null || name === null ? undefined : attributeOf(description, uid, name)
}

function ofPopulate(populate: Populate, place: Place): Used {
  if (populate.kind === 'none') return []
  const except: Used = populate.kind !== 'some' && populate.except.length > 0 ? ['exclude'] : []
  if (populate.kind === 'all') return except
  const deep: Used =
    populate.kind === 'deep' ? ['deep', ...(populate.limit === '' ? [] : ['nestedPages' as const])] : []
  return [...except, ...deep, ...populate.entries.flatMap((entry) => ofEntry(entry, below(place, entry.name)))]
}

function below(place: Place, name: string): Place {
  const attribute = found(place, name)
  return { ...place, uid: attribute !== undefined && isLink(attribute) ? attribute.target : null }
}

function ofEntry(entry: PopulateEntry, place: Place): Used {
  return [
    ...ofFields(entry.fields, place),
    ...ofFilters(entry.filters, place),
    ...ofSort(entry.sort),
    ...(saysSomething(entry.pagination) ? ['nestedPages' as const] : []),
    ...ofPopulate(entry.populate, place),
    ...(entry.on ?? []).flatMap((one) => ofEntry(one, { ...place, uid: one.name })),
  ]
}
