import type { VisibleSchema } from '../access/visible-schema.ts'
import type { ReportField } from './field-error.ts'

/** What reading a body needs to know at every level of it. */
export interface RowContext {
  readonly view: VisibleSchema
  /** Whether the row is a new one: then it gets defaults, and what is required must be there. */
  readonly creating: boolean
  /** Whether the row may be unfinished. */
  readonly draft: boolean
  /** Whether a draft is written that is published in the same request. */
  readonly publishing: boolean
  /** Whether required relations and files are demanded, as other values are. */
  readonly strictRelations: boolean
  readonly report: ReportField
}
