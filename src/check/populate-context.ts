/** What the forms of populate share. */

import type { PageSizes } from '../parse/parse-nested-page.ts'
import type { ParsedPopulate } from '../parse/parsed-query.ts'
import type { Model } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import type { Populate } from './query.ts'

/** Where a populate stands: the attributes that lead to it, and the same with the keys written between them. */
export interface PopulatePlace {
  readonly path: string | null
  readonly rawPath: string | null
}

export interface PopulateContext extends CheckContext {
  /** Of pages inside populate. */
  readonly pages: PageSizes
  /** Any form of populate, one level down. */
  readonly nested: (parsed: ParsedPopulate, model: Model, place: PopulatePlace) => readonly Populate[]
}

export function joinPath(path: string | null, name: string): string {
  return path === null ? name : `${path}.${name}`
}
