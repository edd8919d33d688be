import { typesWithRoutes } from '../schema/models.ts'
import { type Attribute, type Model, modelOf, type Schema } from '../schema/schema.ts'
import { isWriteOnly } from './write-only.ts'

/** The types with routes, then everything that attributes which can be seen or written lead to from there. */
export function shownModels(schema: Schema): readonly Model[] {
  const roots = typesWithRoutes(schema)
  const found = new Map<string, Model>(roots.map((type) => [type.uid, type]))
  // A map goes on to what is added while it is walked.
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
