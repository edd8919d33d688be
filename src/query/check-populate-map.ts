/** Populate written as an object: `populate[author]=true`, `populate[author][fields]=name`. */

import { targetOf, visibleAttribute, visibleNames } from '../access/visible-schema.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { Attribute, LinkAttribute, Model, ScalarAttribute } from '../schema/schema.ts'
import { checkFields } from './check-fields.ts'
import { type CheckContext, checkFilter } from './check-filter.ts'
import { checkPopulate, type PopulatePlace, resolvePopulatable } from './check-populate.ts'
import { populatePolymorphic } from './check-populate-polymorphic.ts'
import { checkSort } from './check-sort.ts'
import type { ParsedPopulateEntry, ParsedPopulateOptions, ParsedPopulateValue } from './parsed-query.ts'
import { populatePlainly } from './populate-plainly.ts'
import type { Filter, LinkPopulate, Populate, Selection } from './query.ts'

export function populateMap(
  entries: readonly ParsedPopulateEntry[],
  model: Model,
  context: CheckContext,
  place: PopulatePlace,
): ReadonlyMap<string, Populate> {
  const populated = new Map<string, Populate>()
  for (const { name, value } of entries) {
    const attribute = resolveEntry(name, model, context, place)
    if (attribute === null) continue
    for (const populate of populateEntry(attribute, value, model, context, below(place, name))) {
      populated.set(name, populate)
    }
  }
  return populated
}

function resolveEntry(name: string, model: Model, context: CheckContext, place: PopulatePlace) {
  const attribute = resolvePopulatable(name, model, context)
  const { param } = context
  if (attribute === undefined) {
    throw invalidKey({ key: name, path: place.path, param, candidates: visibleNames(context.view, model) })
  }
  if (attribute?.kind === 'scalar') throw invalidKey({ key: name, path: join(place.rawPath, name), param })
  return attribute
}

function populateEntry(
  attribute: Exclude<Attribute, ScalarAttribute>,
  value: ParsedPopulateValue,
  owner: Model,
  context: CheckContext,
  place: PopulatePlace,
): readonly Populate[] {
  if (value.kind === 'flag') return value.on ? populatePlainly(attribute, context) : []
  if (attribute.kind === 'dynamiczone' || attribute.kind === 'morphTo') {
    return populatePolymorphic(attribute, value, owner, context, place)
  }
  if (value.kind === 'text') throw invalidKey({ key: value.text, path: place.path, param: context.param })
  return [populateLink(attribute, value.options, owner, context, place)]
}

function populateLink(
  attribute: LinkAttribute,
  options: ParsedPopulateOptions,
  owner: Model,
  context: CheckContext,
  place: PopulatePlace,
): LinkPopulate {
  const target = targetOf(context.view, attribute)
  refuseUnknownOptions(options, target, context, place)
  if (options.fragments !== null) throw fragmentsError(options.fragments, attribute, owner, context, place)
  const { selection, filter } = checkOptions(options, target, context, place)
  // The reference server counts neither files nor localizations: it shows them.
  const count = options.count && attribute.kind !== 'media' && attribute.kind !== 'localizations'
  return { kind: 'link', attribute, selection, filter, sort: checkSort(options.sort, target, context), count }
}

/** `fields`, `filters` and `populate`, which relations and fragments of a dynamic zone have in common. */
export function checkOptions(
  options: ParsedPopulateOptions,
  target: Model,
  context: CheckContext,
  place: PopulatePlace,
): { readonly selection: Selection; readonly filter: Filter | null } {
  const filter = options.filters === null ? null : checkFilter(options.filters, target, context)
  const fields = checkFields(options.fields, target, context.view, context.param)
  const nested = { path: place.path, rawPath: join(place.rawPath, 'populate') }
  return {
    selection: { model: target, fields, populate: checkPopulate(options.populate, target, context, nested) },
    filter,
  }
}

const OPTION_NAMES = ['fields', 'filters', 'sort', 'populate', 'count', 'on']

/** A key that is an attribute of the target is told from one that is nothing by its path, as in the reference. */
export function refuseUnknownOptions(
  options: ParsedPopulateOptions,
  target: Model,
  { view, param }: CheckContext,
  { path }: PopulatePlace,
): void {
  const key = options.unknownKeys[0]
  if (key === undefined) return
  const isAttribute = visibleAttribute(view, target, key) !== undefined
  throw invalidKey({ key, path: isAttribute ? join(path, key) : path, param, candidates: OPTION_NAMES })
}

function fragmentsError(
  fragments: readonly ParsedPopulateEntry[],
  attribute: LinkAttribute,
  owner: Model,
  context: CheckContext,
  place: PopulatePlace,
): ApiError {
  for (const { name } of fragments) refuseUnknownModel(name, context, place)
  return new ApiError('POPULATE_NESTED', {
    message: `Using fragments is not permitted to populate "${attribute.name}" in "${owner.uid}"`,
  })
}

export function refuseUnknownModel(uid: string, { view, param }: CheckContext, { rawPath }: PopulatePlace): void {
  if (view.schema.components.has(uid) || view.schema.contentTypes.has(uid)) return
  throw invalidKey({ key: uid, path: `${rawPath}.on.${uid}`, param, candidates: view.schema.components.keys() })
}

function below(place: PopulatePlace, name: string): PopulatePlace {
  return { path: join(place.path, name), rawPath: join(place.rawPath, name) }
}

function join(path: string | null, name: string): string {
  return path === null ? name : `${path}.${name}`
}
