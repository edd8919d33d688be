import type { Model, ScalarAttribute } from '../schema/schema.ts'
import type { StoredValue } from './document-input.ts'

/** Attributes whose values no two documents may share. Only the database can tell; the error is `NOT_UNIQUE`. */
export function uniqueAttributes(model: Model): readonly ScalarAttribute[] {
  return [...model.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.rules.unique ? [attribute] : [],
  )
}

/** Any number of documents may have no value; an empty text counts as none. */
export function isLeftOut(value: StoredValue): boolean {
  return value === null || value === ''
}
