/** The types of values in responses, by the type of the attribute. */

import type { SCALARS, ScalarType } from '../vocabulary/scalar-types.ts'
import type { Blocks } from './blocks.ts'
import type { Json } from './json.ts'
import type { Field, Status } from './model.ts'

/** A smaller version of an image. */
export interface FileFormat {
  name: string
  hash: string
  ext: string
  mime: string
  path: string | null
  width: number
  height: number
  /** In kB (1,000 bytes). */
  size: number
  sizeInBytes?: number
  url: string
}

interface Values {
  id: number
  string: string
  text: string
  richtext: string
  email: string
  /** Only in bodies, never in responses. */
  password: string
  uid: string
  /** `2025-01-31` */
  date: string
  /** `13:45:10.500` */
  time: string
  /** `2025-01-31T13:45:10.500Z` */
  datetime: string
  /** Milliseconds since 1970, as digits. */
  timestamp: string
  integer: number
  /** Digits, since a number would not be exact. */
  biginteger: string
  float: number
  decimal: number
  boolean: boolean
  array: Json[]
  json: Json
  blocks: Blocks
  /** Smaller versions of an uploaded image by name: `small`. */
  formats: { [name: string]: FileFormat }
}

/**
 * `formats` is not a type of schema files, and files may have types that this version does not know: those count as
 * text.
 */
export type KindOf<T> = T extends ScalarType ? (typeof SCALARS)[T] : T extends 'formats' ? 'json' : 'text'

/** `E`: the status of the entry that has the field. */
export type ValueOf<F, E extends Status> = F extends { readonly required: infer R }
  ? R extends 'always'
    ? PlainValue<F>
    : R extends 'published'
      ? E extends 'draft'
        ? null
        : PlainValue<F>
      : 'draft' extends E
        ? PlainValue<F> | null
        : PlainValue<F>
  : PlainValue<F> | null

/** The type of the value without null. */
export type PlainValue<F> = F extends { readonly values: infer V }
  ? V
  : F extends Pick<Field, 'type'>
    ? F['type'] extends keyof Values
      ? Values[F['type']]
      : unknown
    : never
