import { sql } from '../../sql/sql.ts'

/**
 * The current schema as catalogs refer to it. Its name may need quotes: `My content`. A subquery, because the server
 * would otherwise look up the name for every row of a catalog.
 */
export const THIS_SCHEMA = sql`(select quote_ident(current_schema())::regnamespace)`
