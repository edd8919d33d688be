/** What every database can do for us. Implemented once per dialect. */

import type { Statement } from '../sql/statement.ts'
import type { FoundColumns } from '../tables/found-columns.ts'
import type { TableIndex } from '../tables/tables.ts'
import type { Demand } from './demand.ts'

export type Row = readonly unknown[]

export interface Database {
  /**
   * Rows as arrays, in column order. With a demand, the statement is ended as soon as its rows are no longer wanted, and the
   * promise rejects at once.
   */
  run(statement: Statement, demand?: Demand): Promise<readonly Row[]>
  /** The same, and which revision of the database the rows are of. */
  read(statement: Statement, demand?: Demand): Promise<Read>
  /**
   * The rows, synchronously, where quick statements run in this process; null for a statement that is not known to be
   * quick.
   */
  runAtOnce?(statement: Statement): readonly Row[] | null
  /** All rows of a statement, outside the queue of other statements. */
  readonly stream: StreamRows
  /**
   * Changes whenever anything in the database may have changed; null where the database cannot tell cheaply. What was
   * read under one revision may be cached until it changes.
   */
  revision(): Promise<string | null>
  /** The same synchronously, where the database can; null where that fails. */
  revisionAtOnce?(): string | null
  /** The same for each table. */
  tableRevisions(): Promise<TableRevisions | null>
  /** Columns of every table. */
  inspect(): Promise<FoundColumns>
  indexes(): Promise<readonly TableIndex[]>
  /** Whether it has refused statements for longer than a few seconds because of overload. */
  isSaturated(): boolean
  /** For database servers only. */
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
  /** Null where it is unknown. */
  readonly revision: string | null
}

export interface StreamedRead {
  readonly statement: Statement
  /** Milliseconds that it may take; then its signal is aborted. */
  readonly longest: number
}

export type Batch = readonly Row[]

/**
 * The next batch is read when it is asked for. There is always a first one, which may be empty. A caller that stops
 * before the last one ends the snapshot; so does the signal, at once and with its reason.
 */
export type StreamRows = (read: StreamedRead, signal: AbortSignal) => AsyncIterable<Batch>

export interface TableRevisions {
  /** The revision of the whole database when the tables were read. */
  readonly revision: string
  /** Null where changes of this table leave no trace. */
  of(table: string): string | null
  /**
   * The revision of the rows that published responses can show, including pending changes that concern them. Null where the triggers of the
   * table write notes of another signature. Absent where no table has such triggers.
   */
  ofPublished?(table: string, signature: number, more: bigint): string | null
  /** Changes that concern published rows or drafts, depending on the rows that they belong to. */
  readonly pending?: readonly NotedChange[]
}

/** The same with other names for the revisions of tables. */
export function renamed(found: TableRevisions, rename: (revision: string) => string | null): TableRevisions {
  const { of, ofPublished } = found
  const name = (revision: string | null) => (revision === null ? null : rename(revision))
  return {
    ...found,
    of: (table) => name(of(table)),
    ...(ofPublished === undefined ? {} : { ofPublished: (...asked) => name(ofPublished(...asked)) }),
  }
}

/** A change of a row that does not say by itself whether it is a draft's: a link, or a row of a component. */
export interface NotedChange {
  readonly id: string
  readonly table: string
  /** Ids of the rows that it belongs to; for a component, its own. */
  readonly near: string | null
  readonly far: string | null
  /** UID of the model that `far` is of, where links lead to several. */
  readonly type: string | null
  readonly step: bigint
}

/** Runs a statement inside a transaction. */
export type Run = (statement: Statement) => Promise<readonly Row[]>

/** A database that may be changed: always in a transaction. */
export interface WritableDatabase {
  /**
   * Commits all that `work` runs, or nothing when it throws. Transactions of one SQLite file follow
   * one another; one that is blocked by others waits for a few seconds, then fails as busy or unavailable.
   */
  transaction<T>(work: (run: Run) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

interface TransactionOptions {
  /**
   * Whether to retry the work, a few times, after a conflict with another transaction. It must have no effects that a rollback
   * does not undo.
   */
  readonly repeatable?: boolean
  /**
   * Whether to retry, for about a minute, when a lock is not granted in time. Readers may hold it, and other statements would
   * queue behind the waiting lock: between attempts they get their turn.
   */
  readonly patient?: boolean
  /**
   * When the signal is aborted, waiting work is not started and uncommitted work is rolled back. Rejects at once with the
   * signal's reason.
   */
  readonly demand?: Demand
}
