import type { Schema } from '../schema/schema.ts'
import type { Ddl } from '../sql/ddl.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { SearchIndex } from '../tables/search-index.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import type { Tables } from '../tables/tables.ts'
import type { Extent } from './losses.ts'

/** What a database is to be, and what may be done to it for that. */
export interface MigrationWish {
  readonly tables: readonly TableDefinition[]
  /** Full-text indexes. */
  readonly search: readonly SearchIndex[]
  readonly schema: Schema
  /** Where entries of the schema are stored. */
  readonly places: Tables
  readonly ddl: Ddl
  readonly dialect: Dialect
  readonly extent: Extent
  /** Whether a database that Strapi made may be added to. */
  readonly adopt: boolean
  /** Whether stored row counts are computed again. */
  readonly recount: boolean
  /** Code of the first locale of a new database. */
  readonly locale: string
  /** Milliseconds since 1970. */
  readonly now: number
}
