/**
 * The schemas that the paths refer to, and those that these refer to, and no others.
 */

import { modelsOf } from '../schema/models.ts'
import type { Model } from '../schema/schema.ts'
import { type Api, modelRef } from './api.ts'
import { commonSchema, responseSchema } from './common-schemas.ts'
import type { JsonSchema, Paths } from './document.ts'
import { entrySchema, itemSchema } from './entry-schema.ts'
import { filtersSchema } from './filter-schema.ts'
import { facetProperty } from './groups.ts'
import { inputSchema, itemInputSchema } from './input-schema.ts'
import { listSchema } from './list-schema.ts'
import { matchesProperty } from './parameters.ts'
import { quantifierSchema } from './quantifier-schema.ts'
import { COMMON_NAMES, nameOf, type SchemaSuffix } from './schema-names.ts'

type Make = () => JsonSchema

const OF_MODEL: Readonly<Record<SchemaSuffix, (api: Api, model: Model) => JsonSchema>> = {
  '': entrySchema,
  Input: inputSchema,
  Filters: filtersSchema,
  Quantifiers: quantifierSchema,
  List: (api, { uid }) => listSchema(modelRef(api, uid), { ...facetProperty(api), ...matchesProperty(api) }),
  Response: (api, { uid }) => responseSchema(modelRef(api, uid)),
  Item: itemSchema,
  ItemInput: itemInputSchema,
}

export function schemasFor(api: Api, ...roots: readonly object[]): Readonly<Record<string, JsonSchema>> {
  const makers = makersOf(api)
  const made = new Map<string, JsonSchema>()
  const waiting = [...refsIn(roots, 'schemas')]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (made.has(name)) continue
    const make = makers.get(name)
    if (make === undefined) throw new Error(`no schema ${name}`)
    const schema = make()
    made.set(name, schema)
    waiting.push(...refsIn(schema, 'schemas'))
  }
  return inOrder(made)
}

/** The shared parts that the paths use. */
export function used<Part>(
  paths: Paths,
  kind: 'parameters' | 'responses',
  parts: Readonly<Record<string, Part>>,
): Readonly<Record<string, Part>> {
  const names = refsIn(paths, kind)
  return Object.fromEntries(Object.entries(parts).filter(([name]) => names.has(name)))
}

function makersOf(api: Api): ReadonlyMap<string, Make> {
  const { schema } = api.view
  const models = modelsOf(schema)
  const ofModels = models.flatMap((model) =>
    Object.entries(OF_MODEL).map(([suffix, make]): [string, Make] => [
      nameOf(api.names, schema, model.uid, suffix as SchemaSuffix),
      () => make(api, model),
    ]),
  )
  return new Map<string, Make>([
    ...COMMON_NAMES.map((name): [string, Make] => [name, () => commonSchema(api, name)]),
    ...ofModels,
  ])
}

function refsIn(value: unknown, kind: string, found = new Set<string>()): ReadonlySet<string> {
  const start = `#/components/${kind}/`
  if (typeof value !== 'object' || value === null) return found
  for (const [key, item] of Object.entries(value)) {
    if (key === '$ref' && typeof item === 'string' && item.startsWith(start)) found.add(item.slice(start.length))
    else refsIn(item, kind, found)
  }
  return found
}

function inOrder(schemas: ReadonlyMap<string, JsonSchema>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
}
