/** ParsedPopulate → what is populated, in schema order. Each form of populate has its own file for its own errors. */

import { populatableAttribute, visibleAttributes } from '../access/visible-schema.ts'
import type { Attribute, Model, ScalarAttribute } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import { populateMap } from './check-populate-map.ts'
import { populatePaths } from './check-populate-paths.ts'
import type { ParsedPopulate } from './parsed-query.ts'
import { pathTree } from './path-tree.ts'
import { populatePlainly } from './populate-plainly.ts'
import type { Populate } from './query.ts'

/** Where a populate stands: the attributes that lead to it, and the same with the keys written between them. */
export interface PopulatePlace {
  readonly path: string | null
  readonly rawPath: string | null
}

export const POPULATE_ROOT: PopulatePlace = { path: null, rawPath: null }

export function checkPopulate(
  parsed: ParsedPopulate,
  model: Model,
  context: CheckContext,
  place: PopulatePlace,
): readonly Populate[] {
  switch (parsed.kind) {
    case 'none':
      return []
    case 'all':
      return populateAll(model, context)
    case 'paths':
      return inSchemaOrder(model, populatePaths(pathTree(parsed.paths), model, context, []))
    case 'map': {
      const fromPaths = populatePaths(pathTree(parsed.paths), model, context, [])
      return inSchemaOrder(model, new Map([...fromPaths, ...populateMap(parsed.entries, model, context, place)]))
    }
  }
}

/** `*`: everything the caller may see, one level. A file's owners are not part of everything: they lead back here. */
export function populateAll(model: Model, context: CheckContext): readonly Populate[] {
  return visibleAttributes(context.view, model).flatMap((attribute) =>
    attribute.kind === 'scalar' || isOwnersOfFile(model, attribute) ? [] : populatePlainly(attribute, context),
  )
}

function isOwnersOfFile(model: Model, attribute: Attribute): boolean {
  return model.uid === 'plugin::upload.file' && attribute.kind === 'morphTo'
}

/** The attribute to populate; null when it is to be left out in silence; undefined when there is none of that name. */
export function resolvePopulatable(
  name: string,
  model: Model,
  context: CheckContext,
): Exclude<Attribute, ScalarAttribute> | ScalarAttribute | null | undefined {
  const found = populatableAttribute(context.view, model, name)
  return found === undefined ? undefined : found.allowed ? found.attribute : null
}

function inSchemaOrder(model: Model, populated: ReadonlyMap<string, Populate>): readonly Populate[] {
  return [...model.attributes.keys()].flatMap((name) => populated.get(name) ?? [])
}
