import { literal, type Sql, sql } from '../../sql/sql.ts'

/** Whether a column names a type or component, also before this migration renames it. */
export function isNamed(column: Sql, uid: string, former: ReadonlyMap<string, string>): Sql {
  const old = former.get(uid)
  return old === undefined ? sql`${column} = ${literal(uid)}` : sql`${column} in (${literal(uid)}, ${literal(old)})`
}
