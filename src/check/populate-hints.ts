/** Hints for names in populate. */

import { populatableAttribute, type VisibleSchema, visibleNames } from '../access/visible-schema.ts'
import type { Model } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'

/** Names that can be populated, to suggest one of them. */
export function populatableNames(view: VisibleSchema, model: Model): readonly string[] {
  return visibleNames(view, model).filter((name) => !isField(name, model, view))
}

/** `populate=title`, `populate[author]=name`: undefined where the model has no such field. Strapi gives no hint. */
export function fieldHint(name: string, model: Model, { view, profile }: CheckContext): string | undefined {
  if (profile === 'strapi' || !isField(name, model, view)) return undefined
  return `${name} is a field: it is shown without populate. To choose fields, use fields: populate[author][fields]=name`
}

function isField(name: string, model: Model, view: VisibleSchema): boolean {
  return populatableAttribute(view, model, name)?.kind === 'scalar'
}
