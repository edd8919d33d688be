/** Types that the forms of populate share. */

import type { Limits } from '../config/limits.ts'
import type { PageSizes } from '../parse/parse-nested-page.ts'
import type { ParsedPopulate } from '../parse/parsed-query.ts'
import type { Model, NonScalarAttribute } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import type { Populate } from './query.ts'

/**
 * Where a populate is in the query: the attributes that lead to it (`path`), and the same with the keys between them
 * (`rawPath`).
 */
export interface PopulatePlace {
  readonly path: string | null
  readonly rawPath: string | null
  /** The last of these attributes; null at the root. */
  readonly by: CameBy | null
}

/** A followed attribute, and the model that has it. */
export interface CameBy<Kind = NonScalarAttribute> {
  readonly attribute: Kind
  readonly owner: Model
}

/** Limits of populate. */
export interface PopulateBounds {
  /** Page sizes inside populate. */
  readonly pages: PageSizes
  readonly limits: Limits
  /**
   * Whether the response has no `data` around it. There, Strapi accepts `populate[role]=*` for `populate[role]=true`.
   */
  readonly bare: boolean
}

export interface PopulateContext extends CheckContext, PopulateBounds {
  /** Checks any form of populate, one level below. */
  readonly nested: (parsed: ParsedPopulate, model: Model, place: PopulatePlace) => readonly Populate[]
}

export function joinPath(path: string | null, name: string): string {
  return path === null ? name : `${path}.${name}`
}
