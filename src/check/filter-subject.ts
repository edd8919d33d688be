import type { Model, ScalarAttribute } from '../schema/schema.ts'
import type { JsonPlace } from './check-json.ts'

/** What a filter applies to: a row of some model, or one attribute of it. `path` leads there; null is the root. */
export type Subject =
  | { readonly kind: 'row'; readonly model: Model; readonly path: string | null }
  | { readonly kind: 'scalar'; readonly attribute: ScalarAttribute; readonly path: string }
  | ({ readonly kind: 'inside'; readonly path: string } & JsonPlace)
