import type { Schema } from '../schema/schema.ts'
import type { Ddl } from '../sql/ddl.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { SearchIndex } from '../tables/search-index.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import type { Tables } from '../tables/tables.ts'
import type { Extent } from './losses.ts'

/** The wanted state of a database, and the changes that are allowed. */
export interface MigrationWish {
  readonly tables: readonly TableDefinition[]
  /** Full-text indexes. */
  readonly search: readonly SearchIndex[]
  readonly schema: Schema
  /** The tables of the schema's content types and components. */
  readonly places: Tables
  readonly ddl: Ddl
  readonly dialect: Dialect
  readonly extent: Extent
  /** Whether a database created by Strapi may be changed. */
  readonly adopt: boolean
  /** Whether stored row counts are computed again. */
  readonly recount: boolean
  /** Code of the first locale of a new database. */
  readonly locale: string
  /** Milliseconds since 1970. */
  readonly now: number
}
