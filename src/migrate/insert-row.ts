import { join, name, type Sql, sql } from '../sql/sql.ts'

/** Values by column. */
export function insertRow(table: string, values: Readonly<Record<string, Sql>>): Sql {
  const columns = join(Object.keys(values).map(name), ', ')
  return sql`insert into ${name(table)} (${columns}) values (${join(Object.values(values), ', ')})`
}
