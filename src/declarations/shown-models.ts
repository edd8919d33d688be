import { typesWithRoutes } from '../schema/models.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../schema/schema.ts'
import { isWriteOnly } from './write-only.ts'

/** The types with routes, then all models that their visible or writable attributes lead to. */
export function shownModels(schema: Schema): readonly Model[] {
  const roots = typesWithRoutes(schema)
  const found = new Map<string, Model>(roots.map((type) => [type.uid, type]))
  // Iterating over a map includes entries that are added during the loop.
  for (const model of found.values()) {
    for (const uid of [...model.attributes.values()].flatMap((attribute) => targetsOf(attribute, model))) {
      if (!found.has(uid)) found.set(uid, modelOf(schema, uid))
    }
  }
  return [...found.values()]
}

function targetsOf(attribute: Attribute, model: Model): readonly string[] {
  if (attribute.kind === 'scalar' || attribute.kind === 'morphTo') return []
  if (attribute.hidden && !isWriteOnly(attribute, model)) return []
  return attribute.kind === 'dynamiczone' ? attribute.components : [attribute.target]
}
