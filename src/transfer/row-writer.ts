/** Rows on their way into the database, many to a statement. */

import { setImmediate as nextIteration } from 'node:timers/promises'
import { ProjectError } from '../config/problem.ts'
import type { Sql } from '../sql/sql.ts'
import { ignoreConflicts, insertManyRows, type RowValues } from '../sql/write-rows.ts'
import type { RunSql } from './target.ts'

/** Rows of a later kind refer to rows of an earlier one, and are written after them. */
const KINDS = ['row', 'place', 'link'] as const
type RowKind = (typeof KINDS)[number]

export interface NewRow {
  readonly kind: RowKind
  readonly table: string
  /** Rows of one table have the same columns. */
  readonly values: RowValues
}

export interface RowWriter {
  add(row: NewRow): Promise<void>
  /** Runs after the rows that were added before. */
  afterwards(statement: Sql): Promise<void>
  /** Space that what was added takes, roughly, in bytes. */
  grow(bytes: number): void
  /** Writes all that was added. */
  flush(): Promise<void>
  /** Waits for the statement under way, whether it succeeds or not. */
  settled(): Promise<void>
  /** Every table that got rows. */
  tables(): ReadonlySet<string>
}

const MOST_ROWS = 5_000
const MOST_BYTES = 4 * 1024 * 1024
/** Values in one statement: some databases take no more than 32,766. */
const MOST_VALUES = 10_000
/** Rows that are collected before yielding to the event loop: until then the database waits for its next statement. */
const ROWS_AT_ONCE = 32

/** While the database writes some rows, the next are gathered. */
export function createRowWriter(run: RunSql, isOutage: (error: unknown) => boolean): RowWriter {
  const written = new Set<string>()
  let waiting: NewRow[] = []
  let later: Sql[] = []
  let bytes = 0
  let underWay = Promise.resolve()
  const write = async (rows: readonly NewRow[], statements: readonly Sql[]) => {
    for (const batch of batchesOf(rows)) {
      written.add(batch.table)
      await run(insertion(batch)).catch((error: unknown) => {
        throw isOutage(error) ? error : refused(batch.table, error)
      })
    }
    for (const statement of statements) await run(statement)
  }
  const settled = () => underWay.catch(() => {})
  const begin = async () => {
    await underWay
    underWay = write(waiting, later)
    // A failure is reported by the next call that adds or flushes.
    void settled()
    waiting = []
    later = []
    bytes = 0
  }
  const beginWhenFull = async () => {
    if (waiting.length % ROWS_AT_ONCE === 0) await nextIteration()
    if (waiting.length + later.length >= MOST_ROWS || bytes >= MOST_BYTES) await begin()
  }
  return {
    add: (row) => {
      waiting.push(row)
      return beginWhenFull()
    },
    afterwards: (statement) => {
      later.push(statement)
      return beginWhenFull()
    },
    grow: (more) => {
      bytes += more
    },
    flush: async () => {
      await begin()
      await underWay
    },
    settled,
    tables: () => written,
  }
}

/** The database of the archive may have held what this one cannot, long texts for example. */
function refused(table: string, error: unknown): ProjectError {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `The database does not accept the rows of this table (${reason}); nothing was imported.`
  return new ProjectError([{ file: null, path: `table ${table}`, message }])
}

interface Batch {
  readonly kind: RowKind
  readonly table: string
  readonly rows: readonly NewRow[]
}

function batchesOf(rows: readonly NewRow[]): readonly Batch[] {
  return KINDS.flatMap((kind) => {
    const byTable = new Map<string, NewRow[]>()
    for (const row of rows) {
      if (row.kind === kind) byTable.set(row.table, appended(byTable.get(row.table), row))
    }
    return [...byTable].flatMap(([table, all]) => {
      const atOnce = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, all[0]?.values.length ?? 1)))
      return chunks(all, atOnce).map((chunk): Batch => ({ kind, table, rows: chunk }))
    })
  })
}

function appended<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined) return [item]
  list.push(item)
  return list
}

function chunks<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

function insertion({ kind, table, rows }: Batch): Sql {
  const values = rows.map((row) => row.values)
  // A link that exists already is enough.
  return kind === 'link' ? ignoreConflicts(insertManyRows(table, values)) : insertManyRows(table, values)
}
