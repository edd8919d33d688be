/** Populate as an object: `populate[author]=true`, `populate[author][fields]=name`. */

import { populatableAttribute, targetOf } from '../access/visible-schema.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedPopulateEntry, ParsedPopulateOptions, ParsedPopulateValue } from '../parse/parsed-query.ts'
import { isPolymorphic } from '../schema/attribute-kinds.ts'
import type { LinkAttribute, Model } from '../schema/schema.ts'
import { checkNestedPage } from './check-nested-page.ts'
import { populatePolymorphic } from './check-populate-polymorphic.ts'
import { checkSort } from './check-sort.ts'
import { deepHint } from './deep-form.ts'
import { dottedHint } from './key-hints.ts'
import { type CameBy, joinPath, type PopulateContext, type PopulatePlace } from './populate-context.ts'
import { fieldHint, hasNothingToPopulate, misplacedHint, populatableHint, populatableNames } from './populate-hints.ts'
import { checkOptions, checkWithoutEffect, refuseUnknownModel, refuseUnknownOptions } from './populate-options.ts'
import { populateWithoutOptions } from './populate-without-options.ts'
import type { LinkPopulate, Populate } from './query.ts'

export function populateMap(
  entries: readonly ParsedPopulateEntry[],
  model: Model,
  context: PopulateContext,
  place: PopulatePlace,
): ReadonlyMap<string, Populate> {
  const populated = new Map<string, Populate>()
  for (const entry of entries) {
    const attribute = resolveEntry(entry, model, context, place)
    if (attribute === null) continue
    const by = { attribute, owner: model }
    for (const populate of populateEntry(by, entry.value, context, below(place, by))) {
      populated.set(entry.name, populate)
    }
  }
  return populated
}

/** Null if the caller may not follow the attribute, and for an option where a name is expected. */
function resolveEntry(
  { name, asOption }: ParsedPopulateEntry,
  model: Model,
  context: PopulateContext,
  place: PopulatePlace,
) {
  const attribute = populatableAttribute(context.view, model, name)
  const { param } = context
  if (attribute === undefined && asOption !== undefined) {
    checkWithoutEffect(asOption(), model, context, place)
    return null
  }
  if (attribute === undefined) {
    const candidates = populatableNames(context.view, model)
    const hint =
      deepHint(name, context) ??
      dottedHint(name) ??
      misplacedHint(name, place, context) ??
      populatableHint(name, model, context)
    throw invalidKey({ key: name, path: place.path, param, candidates, hint })
  }
  if (attribute?.kind === 'scalar') {
    const hint = fieldHint({ name, model, by: place.by?.attribute.name ?? null }, context)
    throw invalidKey({ key: name, path: joinPath(place.rawPath, name), param, hint })
  }
  return attribute
}

function populateEntry(
  { attribute, owner }: CameBy,
  value: ParsedPopulateValue,
  context: PopulateContext,
  place: PopulatePlace,
): readonly Populate[] {
  if (value.kind === 'flag') return value.on ? populateWithoutOptions(attribute, context) : []
  if (isPolymorphic(attribute)) {
    return populatePolymorphic({ attribute, owner }, value, context, place)
  }
  if (value.kind === 'text') {
    const target = targetOf(context.view, attribute)
    const isTrue = value.text === '*' && (context.bare || hasNothingToPopulate(target, context))
    if (isTrue) return populateWithoutOptions(attribute, context)
    const hint = fieldHint({ name: value.text, model: target, by: attribute.name }, context)
    throw invalidKey({ key: value.text, path: place.path, param: context.param, hint })
  }
  return [populateLink({ attribute, owner }, value.options, context, place)]
}

function populateLink(
  by: CameBy<LinkAttribute>,
  options: ParsedPopulateOptions,
  context: PopulateContext,
  place: PopulatePlace,
): LinkPopulate {
  const { attribute } = by
  const target = targetOf(context.view, attribute)
  refuseUnknownOptions(options, { attribute, target }, context, place)
  if (options.fragments !== null) throw fragmentsError(options.fragments, by, context, place)
  const { selection, filter } = checkOptions(options, target, context, place)
  // As in Strapi, files and localizations are returned instead of counted.
  const count = options.count && attribute.kind !== 'media' && attribute.kind !== 'localizations'
  const sort = checkSort(options.sort, target, context)
  const page = checkNestedPage(options, attribute, context, place)
  return { kind: 'link', attribute, selection, filter, sort, count, page }
}

const NOT_A_ZONE =
  '[on] is for dynamic zones and relations to any type. This leads to one type: write what is populated below it'

function fragmentsError(
  fragments: readonly ParsedPopulateEntry[],
  { attribute, owner }: CameBy<LinkAttribute>,
  context: PopulateContext,
  place: PopulatePlace,
): ApiError {
  for (const { name } of fragments) refuseUnknownModel(name, context, place)
  return new ApiError('POPULATE_NESTED', {
    message: `Using fragments is not permitted to populate "${attribute.name}" in "${owner.uid}"`,
    ...(context.profile === 'strapi' ? {} : { details: { hint: `${NOT_A_ZONE}: [${attribute.name}][populate]=*` } }),
  })
}

function below(place: PopulatePlace, by: CameBy): PopulatePlace {
  const { name } = by.attribute
  return { path: joinPath(place.path, name), rawPath: joinPath(place.rawPath, name), by }
}
