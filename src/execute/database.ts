/** What every database can do for us. Implemented once per dialect. */

import type { Statement } from '../sql/statement.ts'
import type { FoundColumns } from '../tables/found-columns.ts'
import type { TableIndex } from '../tables/tables.ts'
import type { Demand } from './demand.ts'

export type Row = readonly unknown[]

export interface Database {
  /**
   * Rows as arrays, in column order. With a demand, the statement ends when nobody wants its rows any more, and whoever
   * waits for it hears of it at once.
   */
  run(statement: Statement, demand?: Demand): Promise<readonly Row[]>
  /** The same, and which revision of the database the rows are of. */
  read(statement: Statement, demand?: Demand): Promise<Read>
  /**
   * A text that is another one whenever anything in the database may have changed, or null where the database
   * cannot tell cheaply. What was read under one revision may be kept until it moves.
   */
  revision(): Promise<string | null>
  /** The same for each table. */
  tableRevisions(): Promise<TableRevisions | null>
  /** Columns of every table. */
  inspect(): Promise<FoundColumns>
  indexes(): Promise<readonly TableIndex[]>
  /** Whether it has refused statements for longer than a few seconds, because it has too much to do. */
  isSaturated(): boolean
  /** Of those that are servers. */
  connections?(): Connections
  close(): Promise<void>
}

/** Connections to a server: open, idle, and how many wait for one. */
export interface Connections {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

export interface Read {
  readonly rows: readonly Row[]
  /** Null where it cannot be told. */
  readonly revision: string | null
}

export interface TableRevisions {
  /** Of the whole database, as it was when the tables were looked at. */
  readonly revision: string
  /** Null where changes of this table leave no trace. */
  of(table: string): string | null
}

/** Runs a statement inside a transaction. */
export type Run = (statement: Statement) => Promise<readonly Row[]>

/** A database that may be changed: always in a transaction. */
export interface WritableDatabase {
  /**
   * All that `work` runs is kept together, or, when it throws, none of it. Transactions of one SQLite file follow
   * one another; one that others hold up waits for a few seconds, then fails as busy or unavailable.
   */
  transaction<T>(work: (run: Run) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

export interface TransactionOptions {
  /**
   * Whether work is begun again, a few times, when another transaction got in its way: it must do nothing that
   * outlasts a rollback.
   */
  readonly repeatable?: boolean
  /**
   * When nobody wants it any more, work that waits is not begun, and what is not about to be kept is undone. Rejects
   * with the reason of its signal, at once.
   */
  readonly demand?: Demand
}
