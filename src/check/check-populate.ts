/** ParsedPopulate → Populate, in schema order. Each form of populate has its own file and its own errors. */

import type { ParsedPopulate } from '../parse/parsed-query.ts'
import type { Model } from '../schema/schema.ts'
import type { CheckContext } from './check-filter.ts'
import { populateMap } from './check-populate-map.ts'
import { populatePaths } from './check-populate-paths.ts'
import { takeDeep } from './deep-form.ts'
import { pathTree } from './path-tree.ts'
import { checkExclusion, populateAllBut, sortPaths } from './populate-all-but.ts'
import type { PopulateBounds, PopulateContext, PopulatePlace } from './populate-context.ts'
import { populateDeep } from './populate-deep.ts'
import { populateAll } from './populate-without-options.ts'
import type { Populate } from './query.ts'

export function checkPopulate(
  parsed: ParsedPopulate,
  model: Model,
  context: CheckContext,
  bounds: PopulateBounds,
): readonly Populate[] {
  const nested: PopulateContext['nested'] = (parsed, model, place) =>
    check(parsed, model, { ...context, ...bounds, nested }, place)
  return nested(parsed, model, { path: null, rawPath: null, by: null })
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
    case 'paths':
      return checkNamed({ paths: parsed.paths, entries: [] }, model, context, place)
    case 'map':
      return checkNamed(parsed, model, context, place)
  }
}

type Named = Pick<Extract<ParsedPopulate, { kind: 'map' }>, 'paths' | 'entries'>

function checkNamed(written: Named, model: Model, context: PopulateContext, place: PopulatePlace): readonly Populate[] {
  const { excluded, others } = sortPaths(written.paths, model, context)
  const { deep, paths, entries } = takeDeep(others, written.entries, model, context)
  if (deep === null && excluded.length > 0) {
    return populateAllBut({ excluded, others, entries }, model, context, place.path === null)
  }
  const fromPaths = populatePaths(pathTree(paths), model, context, { path: [], by: place.by?.attribute.name ?? null })
  const named = new Map([...fromPaths, ...populateMap(entries, model, context, place)])
  if (deep === null) return inSchemaOrder(model, named)
  for (const path of excluded) checkExclusion(path, model, context)
  const decided = [...paths.map(([name = '']) => name), ...entries.map(({ name }) => name)]
  const without = new Set([...decided, ...excluded.map((path) => path.join('.'))])
  const expanded = populateDeep({ model, by: place.by, without }, deep, context)
  return inSchemaOrder(model, new Map([...expanded.map((one) => [one.attribute.name, one] as const), ...named]))
}

function inSchemaOrder(model: Model, populated: ReadonlyMap<string, Populate>): readonly Populate[] {
  return [...model.attributes.keys()].flatMap((name) => populated.get(name) ?? [])
}
