import type { Model, ScalarAttribute } from '../schema/schema.ts'

/** Attributes whose values no two documents may share. Only the database knows; its word for it is `NOT_UNIQUE`. */
export function uniqueAttributes(model: Model): readonly ScalarAttribute[] {
  return [...model.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.rules.unique ? [attribute] : [],
  )
}
