import type { LinkConditions } from './dialect.ts'
import { bind, integer, join, name, type Syntax, sql } from './sql.ts'

/** The syntax of most databases; dialects override what differs. */
export const COMMON_SYNTAX: Omit<Syntax, 'placeholder'> = {
  identifier: null,
  rows: name,
  written: null,
  gathered: (query) => sql`as materialized (${query})`,
  defaultRow: sql`default values`,
  manyRows: (rows) =>
    sql`values ${join(
      rows.map((row) => sql`(${join(row, ', ')})`),
      ', ',
    )}`,
  idPairs: (pairs) => {
    const rows = pairs.map(({ from, to, text }) => sql`(${integer(from)}, ${integer(to)}, ${bind(text ?? null)})`)
    return sql`(select v."column1" as "source", v."column2" as "copy", v."column3" as "text" from (values ${join(rows, ', ')}) as v)`
  },
  ignoringConflicts: (insert) => sql`${insert} on conflict do nothing`,
  returning: (write, column) => sql`${write} returning ${name(column)}`,
  updateJoined: ({ table, changes, from, where }) => sql`update ${table} set ${changes} from ${from} where ${where}`,
}

/** For planners that need no help with links. */
export const linkedAsIs: LinkConditions = {
  ofFew: (condition) => condition,
  unindexed: (condition) => condition,
  ofVersion: (condition) => condition,
}
