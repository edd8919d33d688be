/** Filters inside JSON documents (extension `json`). */

import type { Model, WithExtension } from './model.ts'
import type { Comparisons, OneOrMany, Ordering, TextOperators } from './operands.ts'
import type { KindOf } from './values.ts'

export type InJson<M extends Model, F> = F extends { readonly type: infer T }
  ? KindOf<T> extends 'json'
    ? WithExtension<M, 'json', JsonFilter>
    : never
  : never

interface JsonFilter {
  /** By path inside the document: `camera.iso`, `tags.0`. */
  readonly $path?: Readonly<Record<string, InsideOperand>>
  /** Matches a list that contains this value, or one of these. */
  readonly $has?: JsonScalar | readonly JsonScalar[]
}

/** A text that looks like a number, true, false or null needs JSON quotes: `'"400"'`. */
type JsonScalar = string | number | boolean

type InsideOperand = OneOrMany<
  JsonScalar,
  Comparisons<JsonScalar> & Ordering<string | number> & TextOperators & Pick<JsonFilter, '$has'>
>
