/** Reads the account tables. They are the same in every project, but some projects lack some of them. */

import type { Database, Row } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render, type Sql, type Syntax } from '../sql/sql.ts'

export type Columns = ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>

/** The parts of a dialect that reading account tables needs: ids and times differ between databases. */
export type ReaderDialect = Syntax & Pick<Dialect, 'shown' | 'value'>

export interface Reader {
  readonly dialect: ReaderDialect
  rows(fragment: Sql): Promise<readonly Row[]>
  hasTables(...tables: readonly string[]): boolean
  hasColumn(table: string, column: string): boolean
}

export function createReader(database: Pick<Database, 'run'>, dialect: ReaderDialect, columns: Columns): Reader {
  return {
    dialect,
    rows: (fragment) => database.run(render(fragment, dialect)),
    hasTables: (...tables) => tables.every((table) => columns.has(table)),
    hasColumn: (table, column) => columns.get(table)?.has(column) ?? false,
  }
}

/** Booleans are 0 and 1 where the database has none. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 1n
}

/**
 * A stored time as milliseconds since 1970: from a number, also as text, or a timestamp, which is in UTC if it has no
 * time zone. NaN for anything else.
 */
export function toMilliseconds(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string') return Number.NaN
  if (/^-?\d+$/.test(value)) return Number(value)
  const zoned = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(value)
  return Date.parse(zoned ? value : `${value.replace(' ', 'T')}Z`)
}
