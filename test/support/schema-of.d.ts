/** A schema from attributes alone, for tests of stages that need no database. */
import type { VisibleSchema } from '../../src/access/visible-schema.ts'
import type { ContentType, Schema } from '../../src/schema/schema.ts'

type Raw = Readonly<Record<string, unknown>>
export interface SchemaSpec {
  /** Attributes by singular name. All types have drafts, unless named below. */
  readonly types: Readonly<Record<string, Raw>>
  /** Attributes by UID: `shared.seo`. */
  readonly components?: Readonly<Record<string, Raw>>
  readonly withoutDrafts?: readonly string[]
}
export declare function schemaOf({ types, components, withoutDrafts }: SchemaSpec): Schema
export declare const uidOf: (name: string) => string
export declare function typeOf(schema: Schema, name: string): ContentType
/** Without a list of actions, a caller who may do everything. */
export declare function viewOf(schema: Schema, actions?: readonly string[]): VisibleSchema
