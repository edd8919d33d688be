/** Options that relations and the fragments of a dynamic zone share. */

import { populatableAttribute, visibleAttribute } from '../access/visible-schema.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { POPULATE_OPTIONS } from '../parse/parse-populate.ts'
import type { ParsedPopulateOptions } from '../parse/parsed-query.ts'
import type { LinkAttribute, Model } from '../schema/schema.ts'
import { checkFields } from './check-fields.ts'
import { checkFilter } from './check-filter.ts'
import { PAGINATION, pagesHint, takesPages } from './check-nested-page.ts'
import { checkSort } from './check-sort.ts'
import { spellingHint } from './key-hints.ts'
import { joinPath, type PopulateContext, type PopulatePlace } from './populate-context.ts'
import { populatableNames } from './populate-hints.ts'
import type { Filter, Selection } from './query.ts'

export function checkOptions(
  options: ParsedPopulateOptions,
  target: Model,
  context: PopulateContext,
  place: PopulatePlace,
): { readonly selection: Selection; readonly filter: Filter | null } {
  const filter = options.filters === null ? null : checkFilter(options.filters, target, context)
  const fields = checkFields(options.fields, target, context)
  const below = { ...place, rawPath: joinPath(place.rawPath, 'populate') }
  return { selection: { model: target, fields, populate: context.nested(options.populate, target, below) }, filter }
}

/** Options where names are expected. As in Strapi, they must be valid, but have no effect. */
export function checkWithoutEffect(
  options: ParsedPopulateOptions,
  model: Model,
  context: PopulateContext,
  place: PopulatePlace,
): void {
  checkOptions(options, model, context, place)
  checkSort(options.sort, model, context)
  for (const { name } of options.fragments ?? []) refuseUnknownModel(name, context, place)
}

/** Options that select a part of a list. */
const PAGES: ReadonlySet<string> = new Set([PAGINATION, 'limit', 'start', 'page', 'pageSize'])

interface Populated {
  /** Null for a fragment of a zone. */
  readonly attribute: LinkAttribute | null
  readonly target: Model
}

/**
 * As in Strapi, the error for a key that is an attribute of the target has another path than the error for an unknown
 * key.
 */
export function refuseUnknownOptions(
  options: ParsedPopulateOptions,
  { attribute, target }: Populated,
  context: PopulateContext,
  { path }: PopulatePlace,
): void {
  const { view, param } = context
  const pages = attribute !== null && takesPages(attribute, context)
  const key = options.unknownKeys.find((name) => !pages || name !== PAGINATION)
  if (key === undefined) return
  const isAttribute = visibleAttribute(view, target, key) !== undefined
  const ofPages = attribute !== null && PAGES.has(key) ? pagesHint(attribute, context) : undefined
  const inPagination = pages && PAGES.has(key) ? `Did you mean [${PAGINATION}][${key}]?` : undefined
  const hint = ofPages ?? inPagination ?? attributeHint(key, target, context)
  throw invalidKey({ key, path: isAttribute ? joinPath(path, key) : path, param, candidates: POPULATE_OPTIONS, hint })
}

/**
 * For `populate[author][avatar]=true`, which lacks `[populate]`, and for `populate[author][name]=true`. Strapi gives no
 * hint.
 */
function attributeHint(key: string, target: Model, { view, profile }: PopulateContext): string | undefined {
  if (profile === 'strapi') return undefined
  if (populatableNames(view, target).includes(key)) return `Did you mean [populate][${key}]?`
  // `locale` is an attribute, but also an option in other APIs, for which there is another hint.
  if (spellingHint('populate', key, `${target.uid}.${key}`) !== undefined) return undefined
  return populatableAttribute(view, target, key)?.kind === 'scalar' ? `Did you mean [fields]=${key}?` : undefined
}

/** `known`: the models that are valid here. */
export function refuseUnknownModel(
  uid: string,
  { view, param, profile }: PopulateContext,
  { rawPath }: PopulatePlace,
  known: readonly Model[] = [],
): void {
  if (view.schema.components.has(uid) || view.schema.contentTypes.has(uid)) return
  const candidates = [...view.schema.components.keys()]
  const isListed = profile !== 'strapi' && known.length > 0 && didYouMean(uid, candidates) === null
  const hint = isListed ? `Possible names here: ${known.map((model) => model.uid).join(', ')}` : undefined
  throw invalidKey({ key: uid, path: joinPath(rawPath, `on.${uid}`), param, candidates, hint })
}
