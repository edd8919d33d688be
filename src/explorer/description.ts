/** The response of `/_explorer/schema.json`: the schema as one caller may see it. */

import type { Profile } from '../config/settings.ts'
import type { ScalarType } from '../schema/schema.ts'
import type { Extension } from '../vocabulary/extensions.ts'

export interface Description {
  /** The path prefix of the API. */
  readonly prefix: string
  readonly profile: Profile
  readonly caller: 'public' | 'user' | 'token'
  /** Whether this caller may see SQL and its plan. */
  readonly explains: boolean
  /** Whether indexes are tried for this caller. */
  readonly advises: boolean
  /** Whether the API is described at `/_docs`. */
  readonly docs: boolean
  /** Whether this caller may list the locales. */
  readonly listsLocales: boolean
  /** The extensions that are on. */
  readonly extensions: readonly Extension[]
  readonly page: { readonly defaultLimit: number; readonly maxLimit: number; readonly withCount: boolean }
  /** Those that this caller may find, by name. */
  readonly types: readonly DescribedType[]
  /** All that can be reached from them, by UID. */
  readonly models: Readonly<Record<string, readonly DescribedAttribute[]>>
}

export interface DescribedType {
  readonly uid: string
  readonly kind: 'collectionType' | 'singleType'
  /** The name in its path: plural for collections, singular for single types. */
  readonly name: string
  /** Whether there are drafts that this caller may read. */
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

/** Leads to entries of one model. */
export interface DescribedLink {
  readonly kind: 'relation' | 'morphInverse' | 'media' | 'component' | 'localizations'
  readonly name: string
  readonly target: string
  readonly many: boolean
}

/** Leads to entries of several models. */
export interface DescribedUnion {
  readonly kind: 'dynamiczone' | 'morphTo'
  readonly name: string
  readonly targets: readonly string[]
  readonly many: boolean
}
