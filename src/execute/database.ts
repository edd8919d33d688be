/** The interface to a database. Implemented once per dialect. */

import type { Statement } from '../sql/statement.ts'
import type { FoundColumns } from '../tables/found-columns.ts'
import type { TableIndex } from '../tables/tables.ts'
import type { Demand } from './demand.ts'

export type Row = readonly unknown[]

export interface Database {
  /**
   * Rows as arrays, in the order of the columns. With a demand, the statement is cancelled when its signal is aborted,
   * and the promise rejects at once.
   */
  run(statement: Statement, demand?: Demand): Promise<readonly Row[]>
  /** The same with the revision of the database that the rows were read from. */
  read(statement: Statement, demand?: Demand): Promise<Read>
  /**
   * Runs a fast statement synchronously, in databases that run these in this process. Null if the statement is not
   * known to be fast.
   */
  runAtOnce?(statement: Statement): readonly Row[] | null
  /** All rows of a statement, without waiting in the queue of statements. */
  readonly stream: StreamRows
  /**
   * A text that changes whenever anything in the database may have changed; null if the database cannot detect that
   * cheaply. Data read under one revision may be cached until the revision changes.
   */
  revision(): Promise<string | null>
  /** The same synchronously; null if that fails. */
  revisionAtOnce?(): string | null
  /** The revisions of single tables. */
  tableRevisions(): Promise<TableRevisions | null>
  /** The columns of all tables. */
  inspect(): Promise<FoundColumns>
  indexes(): Promise<readonly TableIndex[]>
  /** Whether it has been refusing statements for more than a few seconds because of overload. */
  isSaturated(): boolean
  /** Only on database servers. */
  connections?(): Connections
  close(): Promise<void>
}

/** The connections to a server: open ones, idle ones, and requests that wait for one. */
export interface Connections {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

export interface Read {
  readonly rows: readonly Row[]
  /** Null if it is unknown. */
  readonly revision: string | null
}

export interface StreamedRead {
  readonly statement: Statement
  /** Milliseconds after which its signal is aborted. */
  readonly longest: number
}

export type Batch = readonly Row[]

/**
 * Reads the next batch when it is requested. There is always a first one, which may be empty. The snapshot ends when
 * the caller stops iterating, or when the signal is aborted, which rejects with its reason.
 */
export type StreamRows = (read: StreamedRead, signal: AbortSignal) => AsyncIterable<Batch>

export interface TableRevisions {
  /** The revision of the whole database at the same time. */
  readonly revision: string
  /** Null if changes of this table are not recorded. */
  of(table: string): string | null
  /**
   * The revision of the table's published rows. `more`: pending changes that affect them. Null if the table's triggers
   * write notes with another signature. Undefined if no table has such triggers.
   */
  ofPublished?(table: string, signature: number, more: bigint): string | null
  /** Changes that affect either published rows or drafts, depending on the owners of the changed rows. */
  readonly pending?: readonly NotedChange[]
}

/** The same with the revisions of tables renamed. */
export function renamed(found: TableRevisions, rename: (revision: string) => string | null): TableRevisions {
  const { of, ofPublished } = found
  const name = (revision: string | null) => (revision === null ? null : rename(revision))
  return {
    ...found,
    of: (table) => name(of(table)),
    ...(ofPublished === undefined ? {} : { ofPublished: (...asked) => name(ofPublished(...asked)) }),
  }
}

/** A change of a row that does not show whether it belongs to a draft: a link or a component. */
export interface NotedChange {
  readonly id: string
  readonly table: string
  /** Ids of the rows at both ends of a link; for a component, `near` is its own id. */
  readonly near: string | null
  readonly far: string | null
  /** The UID of the model of `far`, if links lead to several models. */
  readonly type: string | null
  readonly step: bigint
}

/** Runs a statement inside a transaction. */
export type Run = (statement: Statement) => Promise<readonly Row[]>

/** A database for writing, always in a transaction. */
export interface WritableDatabase {
  /**
   * Commits everything that `work` runs, or nothing if it throws. A SQLite file has one transaction at a time. A
   * blocked transaction waits for a few seconds, then fails as busy or unavailable.
   */
  transaction<T>(work: (run: Run) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

interface TransactionOptions {
  /**
   * Whether `work` may be repeated after a conflict with another transaction, a few times. It must have no effects that
   * a rollback does not undo.
   */
  readonly repeatable?: boolean
  /**
   * Whether to retry for about a minute if a lock is not granted in time. Other statements queue behind a waiting lock
   * request, so they get their turn between attempts.
   */
  readonly patient?: boolean
  /**
   * When the signal is aborted, the promise rejects at once with its reason. Work that has not begun is skipped, and
   * uncommitted work is rolled back.
   */
  readonly demand?: Demand
}
