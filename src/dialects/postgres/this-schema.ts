import { sql } from '../../sql/sql.ts'

/**
 * The schema of tables that are named without one, as catalogs refer to it. Its name may need quotes: `My content`. A subquery: the
 * server would look up the name again for every row of a catalog.
 */
export const THIS_SCHEMA = sql`(select quote_ident(current_schema())::regnamespace)`
