/** The response of `/_explorer/schema.json`: the schema as one caller may see it. */

import type { Profile } from '../config/settings.ts'
import type { ScalarType } from '../schema/schema.ts'
import type { Extension } from '../vocabulary/extensions.ts'

export interface Description {
  /** The path prefix of the API. */
  readonly prefix: string
  readonly profile: Profile
  readonly caller: 'public' | 'user' | 'token'
  /** Whether this caller may see SQL and query plans. */
  readonly explains: boolean
  /** Whether this caller may try indexes. */
  readonly advises: boolean
  /** Whether the page `/_docs` is enabled. */
  readonly docs: boolean
  /** Whether this caller may list the locales. */
  readonly listsLocales: boolean
  /** The enabled extensions. */
  readonly extensions: readonly Extension[]
  readonly page: { readonly defaultLimit: number; readonly maxLimit: number; readonly withCount: boolean }
  /** The types that this caller may find, sorted by name. */
  readonly types: readonly DescribedType[]
  /** All models reachable from them, by UID. */
  readonly models: Readonly<Record<string, readonly DescribedAttribute[]>>
}

export interface DescribedType {
  readonly uid: string
  readonly kind: 'collectionType' | 'singleType'
  /** The name in its path: plural for collections, singular for single types. */
  readonly name: string
  /** Whether the type has drafts that this caller may read. */
  readonly findsDrafts: boolean
  readonly localized: boolean
  /** Whether this caller may read one entry by its id. */
  readonly findsOne: boolean
}

export type DescribedAttribute = DescribedScalar | DescribedLink | DescribedUnion

export interface DescribedScalar {
  readonly kind: 'scalar'
  readonly name: string
  readonly type: ScalarType
  /** Values of an enumeration. */
  readonly enum?: readonly string[]
}

/** An attribute with entries of one model. */
export interface DescribedLink {
  readonly kind: 'relation' | 'morphInverse' | 'media' | 'component' | 'localizations'
  readonly name: string
  readonly target: string
  readonly many: boolean
}

/** An attribute with entries of several models. */
export interface DescribedUnion {
  readonly kind: 'dynamiczone' | 'morphTo'
  readonly name: string
  readonly targets: readonly string[]
  readonly many: boolean
}
