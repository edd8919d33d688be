/**
 * Counts the rows of populated lists while a statement builds them. Each list calls a function once with the number of
 * its rows, so nested lists fail before the outer ones are complete.
 */

import type BetterSqlite3 from 'better-sqlite3'
import { tooManyRows } from '../../config/limit-exceeded.ts'
import { literal, type Sql, sql } from '../../sql/sql.ts'

export interface PopulatedRows {
  /** Call this before each statement. */
  begin(): void
}

/** `list`, which is an aggregate, but fails if there are too many rows. */
export function counted(list: Sql, path: string): Sql {
  return sql`case when count(*) = 0 or lectern_populated(count(*)) then ${list} else lectern_overfull(${literal(path)}) end`
}

export function countPopulatedRows(connection: BetterSqlite3.Database, most: number): PopulatedRows {
  let left = most
  connection.function('lectern_populated', (rows: unknown) => {
    left -= Number(rows)
    return left < 0 ? 0 : 1
  })
  connection.function('lectern_overfull', (path: unknown) => {
    throw tooManyRows(String(path), most)
  })
  return {
    begin: () => {
      left = most
    },
  }
}
