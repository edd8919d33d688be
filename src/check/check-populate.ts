/** ParsedPopulate → what is populated, in schema order. Each form of populate has its own file for its own errors. */

import type { PageSizes } from '../parse/parse-nested-page.ts'
import type { ParsedPopulate } from '../parse/parsed-query.ts'
import type { Model } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import { populateMap } from './check-populate-map.ts'
import { populatePaths } from './check-populate-paths.ts'
import { pathTree } from './path-tree.ts'
import { populateAllBut, sortPaths } from './populate-all-but.ts'
import type { PopulateContext, PopulatePlace } from './populate-context.ts'
import { populateAll } from './populate-without-options.ts'
import type { Populate } from './query.ts'

export function checkPopulate(
  parsed: ParsedPopulate,
  model: Model,
  context: CheckContext,
  pages: PageSizes,
): readonly Populate[] {
  const nested: PopulateContext['nested'] = (parsed, model, place) =>
    check(parsed, model, { ...context, pages, nested }, place)
  return nested(parsed, model, { path: null, rawPath: null })
}

function check(
  parsed: ParsedPopulate,
  model: Model,
  context: PopulateContext,
  place: PopulatePlace,
): readonly Populate[] {
  switch (parsed.kind) {
    case 'none':
      return []
    case 'all':
      return populateAll(model, context, place.path === null)
    case 'paths': {
      const sorted = sortPaths(parsed.paths, model, context)
      if (sorted.excluded.length > 0) return populateAllBut(sorted, model, context, place.path === null)
      return inSchemaOrder(model, populatePaths(pathTree(parsed.paths), model, context, []))
    }
    case 'map': {
      const fromPaths = populatePaths(pathTree(parsed.paths), model, context, [])
      return inSchemaOrder(model, new Map([...fromPaths, ...populateMap(parsed.entries, model, context, place)]))
    }
  }
}

function inSchemaOrder(model: Model, populated: ReadonlyMap<string, Populate>): readonly Populate[] {
  return [...model.attributes.keys()].flatMap((name) => populated.get(name) ?? [])
}
