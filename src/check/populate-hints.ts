/** Names that can be populated, and hints for names that cannot. */

import { populatableAttribute, type VisibleSchema, visibleNames } from '../access/visible-schema.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { POPULATE_OPTIONS } from '../parse/parse-populate.ts'
import type { Attribute, Model } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import { spellingHint } from './key-hints.ts'
import { listed } from './names-hint.ts'
import type { PopulatePlace } from './populate-context.ts'

/** Names that can be populated, for suggestions. */
export function populatableNames(view: VisibleSchema, model: Model): readonly string[] {
  return visibleNames(view, model).filter((name) => !isField(name, model, view))
}

/**
 * If so, `populate[tags]=*` means `populate[tags]=true`. Otherwise Strapi takes the names in `*` for options, and
 * refuses them.
 */
export function hasNothingToPopulate(model: Model, { view }: CheckContext): boolean {
  return populatableNames(view, model).length === 0
}

/** A name in populate, and the model that should have it. */
interface Named {
  readonly name: string
  readonly model: Model
  /** The attribute that leads to the model; null at the root. */
  readonly by: string | null
}

/**
 * For `populate=title` and `populate[author]=name`; undefined if the name is not a field of the model. Strapi gives no
 * hint.
 */
export function fieldHint({ name, model, by }: Named, { view, profile }: CheckContext): string | undefined {
  if (profile === 'strapi' || !isField(name, model, view)) return undefined
  const chosen = by === null ? `fields=${name}` : `[${by}][fields]=${name}`
  return `${name} is a field: it is shown without populate. To choose fields: ${chosen}`
}

/** For a name that resembles no other: lists what can be populated. Strapi gives no hint. */
export function populatableHint(name: string, model: Model, { view, profile }: CheckContext): string | undefined {
  const names = populatableNames(view, model)
  if (profile === 'strapi' || names.length === 0 || !/^\w+$/.test(name)) return undefined
  if (didYouMean(name, names) !== null || spellingHint('populate', name, name) !== undefined) return undefined
  return `What can be populated here: ${listed(names)}`
}

/** For `populate[author][populate][fields]=name`. Strapi gives no hint. */
export function misplacedHint(name: string, { by }: PopulatePlace, { profile }: CheckContext): string | undefined {
  if (profile === 'strapi' || !POPULATE_OPTIONS.has(name)) return undefined
  if (by === null) return `Names are expected in populate. Did you mean the parameter ${name}=…?`
  const owner = by.attribute.name
  return `${name} is an option of ${owner}, not of its populate: [${owner}][${name}], not [${owner}][populate][${name}]`
}

/** For `populate=cover.url`. Strapi gives no hint. */
export function fileHint({ kind, name }: Attribute, { profile }: CheckContext): string | undefined {
  if (profile === 'strapi' || kind !== 'media') return undefined
  return `Nothing is populated below a file. To choose its fields: populate[${name}][fields]=url`
}

function isField(name: string, model: Model, view: VisibleSchema): boolean {
  return populatableAttribute(view, model, name)?.kind === 'scalar'
}
