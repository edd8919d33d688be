/** What the forms of populate share. */

import type { Limits } from '../config/limits.ts'
import type { PageSizes } from '../parse/parse-nested-page.ts'
import type { ParsedPopulate } from '../parse/parsed-query.ts'
import type { Model, NonScalarAttribute } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import type { Populate } from './query.ts'

/** The place of a populate: the attributes that lead to it, and the same with the keys written between them. */
export interface PopulatePlace {
  readonly path: string | null
  readonly rawPath: string | null
  /** The last of these attributes; null at the root. */
  readonly by: CameBy | null
}

/** An attribute that was followed, and the model that has it. */
export interface CameBy<Kind = NonScalarAttribute> {
  readonly attribute: Kind
  readonly owner: Model
}

/** How much may be populated. */
export interface PopulateBounds {
  /** Sizes of pages inside populate. */
  readonly pages: PageSizes
  readonly limits: Limits
  /** Whether the response has no `data` around it: there, Strapi takes `populate[role]=*` for `populate[role]=true`. */
  readonly bare: boolean
}

export interface PopulateContext extends CheckContext, PopulateBounds {
  /** Any form of populate, one level down. */
  readonly nested: (parsed: ParsedPopulate, model: Model, place: PopulatePlace) => readonly Populate[]
}

export function joinPath(path: string | null, name: string): string {
  return path === null ? name : `${path}.${name}`
}
