import type { Model, ScalarAttribute } from '../schema/schema.ts'
import type { JsonPlace } from './check-json.ts'

/** The subject of a filter: a row of a model, or one attribute. `path` leads there; null at the root. */
export type Subject =
  | { readonly kind: 'row'; readonly model: Model; readonly path: string | null }
  | { readonly kind: 'scalar'; readonly attribute: ScalarAttribute; readonly path: string }
  | ({ readonly kind: 'inside'; readonly path: string } & JsonPlace)
