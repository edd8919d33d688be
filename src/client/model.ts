/**
 * The types that the file of `lectern types` consists of. The constraints are loose on purpose: the compiler checks
 * them without following links to other models, so that compile time does not grow with the schema.
 */

import type { Extension } from '../vocabulary/extensions.ts'

export interface Model {
  readonly uid: string
  readonly kind: 'collection' | 'single' | 'component' | 'builtIn'
  /** Whether it has drafts. */
  readonly drafts: boolean
  /** The locales of a localized type, if they are known: a union of codes. */
  readonly locales?: string
  /** The extensions enabled on the server: a union. */
  readonly extensions?: string
  /** The fields by name; each is a `Field`. */
  readonly fields: object
  /** The links by name; each is a `Link` or a `ManyLinks`. */
  readonly links: object
  /** Private attributes and passwords: bodies may set them, but they are in no response or query. */
  readonly writeOnly?: Attributes
}

export interface Attributes {
  readonly fields: object
  readonly links: object
}

/** An attribute with a value of its own. */
export interface Field {
  readonly type: string
  /**
   * `true`: not null in published entries. `'always'`: not null in drafts, either. `'published'`: null exactly in
   * drafts.
   */
  readonly required?: true | 'always' | 'published'
  /** The values of an enumeration. */
  readonly values?: string
  /** Set if the server has a default for new entries. */
  readonly default?: true
  /** Set if only the server changes it. */
  readonly readonly?: true
}

export type Status = 'draft' | 'published'

/** The format of entries: flat, or wrapped as in Strapi 4. */
export type Format = 'flat' | 'v4'

/** Fields that every entry has. */
export type Identifier = 'id' | 'documentId'

export type FieldName<M extends Model> = keyof M['fields'] & string
export type LinkName<M extends Model> = keyof M['links'] & string

/** The model of a link, if there is only one. */
export type TargetOf<L> = L extends { readonly target: infer M extends Model } ? M : never

/** The names of links to a single model. */
export type PlainLinkName<M extends Model> = {
  [K in LinkName<M>]: M['links'][K] extends { readonly targets: unknown } ? never : K
}[LinkName<M>]

/**
 * Turns an intersection into one object type, which is cheaper to compare. The conditional type drops the alias, so
 * that editors show the members instead of `Flat<…>`.
 */
export type Flat<T> = T extends infer O ? { [K in keyof O]: O[K] } : never

/** `T` if this extension is enabled on the server; otherwise `never`, so that it cannot be used. */
export type WithExtension<M extends Model, Name extends Extension, T> = M extends {
  readonly extensions: infer On
}
  ? Name extends On
    ? T
    : never
  : never
