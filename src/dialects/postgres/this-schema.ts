import { sql } from '../../sql/sql.ts'

/** The schema of tables that are named without one, as catalogs refer to it. Its name may need quotes: `My content`. */
export const THIS_SCHEMA = sql`quote_ident(current_schema())::regnamespace`
