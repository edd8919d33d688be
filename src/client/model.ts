/**
 * What the file that `lectern types` writes consists of. The constraints are loose on purpose: they are checked without
 * following links to other models, so that compile time does not grow with the schema.
 */

import type { Extension } from '../vocabulary/extensions.ts'

export interface Model {
  readonly uid: string
  readonly kind: 'collection' | 'single' | 'component' | 'builtIn'
  /** Whether it has drafts beside what is published. */
  readonly drafts: boolean
  /** Locales of a localized type, where they are known: a union of codes. */
  readonly locales?: string
  /** Names of the extensions that the server has on: a union. */
  readonly extensions?: string
  /** By name, each a `Field`. */
  readonly fields: object
  /** By name, each a `Link` or a `ManyLinks`. */
  readonly links: object
  /** Private attributes and passwords: bodies may set them, no response or query has them. */
  readonly writeOnly?: Attributes
}

export interface Attributes {
  readonly fields: object
  readonly links: object
}

/** An attribute that is a value of its own. */
export interface Field {
  readonly type: string
  /**
   * `true`: not null in what is published; `'always'`: nor in a draft; `'published'`: null in a draft and nowhere else.
   */
  readonly required?: true | 'always' | 'published'
  /** The values of an enumeration. */
  readonly values?: string
  /** The server sets it where a new entry does not. */
  readonly default?: true
  /** Only the server sets it. */
  readonly readonly?: true
}

export type Status = 'draft' | 'published'

/** How entries look: flat, or in the wrapped form of version 4. */
export type Format = 'flat' | 'v4'

/** Fields that every entry shows. */
export type Identifier = 'id' | 'documentId'

export type FieldName<M extends Model> = keyof M['fields'] & string
export type LinkName<M extends Model> = keyof M['links'] & string

/** What a link leads to, when that is one model. */
export type TargetOf<L> = L extends { readonly target: infer M extends Model } ? M : never

/** Names of the links that lead to one model. */
export type PlainLinkName<M extends Model> = {
  [K in LinkName<M>]: M['links'][K] extends { readonly targets: unknown } ? never : K
}[LinkName<M>]

/**
 * One object type instead of an intersection: it is compared more easily. The conditional type drops the alias, so that
 * editors show the members instead of `Flat<…>`.
 */
export type Flat<T> = T extends infer O ? { [K in keyof O]: O[K] } : never

/** `T` where the server has this extension on, and otherwise nothing that could be written. */
export type WithExtension<M extends Model, Name extends Extension, T> = M extends {
  readonly extensions: infer On
}
  ? Name extends On
    ? T
    : never
  : never
