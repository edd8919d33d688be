/** Hints for names that resemble no other: they list the existing names. Strapi gives no hint. */

import { type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import type { Profile } from '../config/settings.ts'
import type { Attribute, Model } from '../schema/schema.ts'
import { spellingHint } from './key-hints.ts'

interface Asked {
  readonly view: VisibleSchema
  readonly profile: Profile
  readonly param: string
}

/** Most names that a hint lists. */
const MOST_LISTED = 12

/** The names as a text, shortened if there are many. */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST_LISTED ? ' and others' : ''
  return `${names.slice(0, MOST_LISTED).join(', ')}${more}`
}

/** For `fields` and `sort`. */
export function fieldNamesHint(name: string, model: Model, asked: Asked): string | undefined {
  return namesHint(name, model, asked, (attribute) => attribute.kind === 'scalar')
}

/** For filters, which lead through relations and components, too. */
export function filterNamesHint(name: string, model: Model, asked: Asked): string | undefined {
  return namesHint(name, model, asked, ({ kind }) => kind === 'scalar' || kind === 'relation' || kind === 'component')
}

function namesHint(
  name: string,
  model: Model,
  { view, profile, param }: Asked,
  fits: (attribute: Attribute) => boolean,
): string | undefined {
  if (profile === 'strapi' || !/^\w+$/.test(name) || spellingHint(param, name, name) !== undefined) return undefined
  const names = visibleAttributes(view, model).flatMap((attribute) => (fits(attribute) ? [attribute.name] : []))
  return `In ${model.uid} there are ${listed(names)}`
}
