/** What `filters` takes inside JSON documents, with the extension `json`. */

import type { Model, WithExtension } from './model.ts'
import type { Comparisons, OneOrMany, Ordering, TextOperators } from './operands.ts'
import type { KindOf } from './values.ts'

export type InJson<M extends Model, F> = F extends { readonly type: infer T }
  ? KindOf<T> extends 'json'
    ? WithExtension<M, 'json', JsonFilter>
    : never
  : never

interface JsonFilter {
  /** By name inside the document, with dots: `camera.iso`, `tags.0`. */
  readonly $path?: Readonly<Record<string, InsideOperand>>
  /** A list that has this, or one of these. */
  readonly $has?: JsonScalar | readonly JsonScalar[]
}

/** A text is written as in JSON where it could be taken for a number, true, false or null: `'"400"'`. */
type JsonScalar = string | number | boolean

type InsideOperand = OneOrMany<
  JsonScalar,
  Comparisons<JsonScalar> & Ordering<string | number> & TextOperators & Pick<JsonFilter, '$has'>
>
