/** Finds out which program created a database, by its tables. */

/** Lectern's own table: which tables and columns it has created here. */
export const RECORD_TABLE = 'lectern_schema'
export const STRAPI_TABLE = 'strapi_database_schema'

/** `foreign`: tables of another program. */
export type Ownership = 'empty' | 'lectern' | 'strapi' | 'foreign'

export function ownershipOf({
  tables,
}: {
  readonly tables: Pick<ReadonlyMap<string, unknown>, 'has' | 'size'>
}): Ownership {
  if (tables.size === 0) return 'empty'
  // A database of ours that Strapi has opened since has both.
  if (tables.has(RECORD_TABLE)) return 'lectern'
  return tables.has(STRAPI_TABLE) ? 'strapi' : 'foreign'
}
