import type { VisibleSchema } from '../access/visible-schema.ts'
import type { Attribute } from '../schema/schema.ts'
import type { FieldPath, ReportField } from './field-error.ts'
import type { MatchesPattern } from './matches-pattern.ts'

/** Shared by all levels of reading a body. */
export interface RowContext {
  readonly view: VisibleSchema
  /** Whether the row is a new one: then it gets defaults, and what is required must be there. */
  readonly creating: boolean
  /** Whether the row may be unfinished. */
  readonly draft: boolean
  /** Whether the draft is published in the same request. */
  readonly publishing: boolean
  /** Whether required relations and files are demanded, as other values are. */
  readonly strictRelations: boolean
  readonly report: ReportField
  readonly matchesPattern: MatchesPattern
}

/** A value of a body that belongs to an attribute: where it stands, and in which row. */
export interface Field<A extends Attribute> {
  readonly attribute: A
  readonly place: FieldPath
  readonly context: RowContext
}

/** A step further into the value: an item of a list, or a key. */
export function stepInto<A extends Attribute>(field: Field<A>, step: string | number): Field<A> {
  return { ...field, place: [...field.place, step] }
}
