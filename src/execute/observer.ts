/** Receives events of statements and caches, for metrics. */

import type { Database, WritableDatabase } from './database.ts'

type WorkKind = 'read' | 'write'

export interface Observer {
  /**
   * Called when a statement is sent, before it waits for its turn. Call the returned function when the statement has
   * ended.
   */
  began(kind: WorkKind): () => void
  /** Called for a statement that ran synchronously, with its milliseconds. */
  readAtOnce(milliseconds: number): void
  /** The result of a lookup in the response cache. `unchanged`: the client has the current version. */
  looked(result: 'hit' | 'miss' | 'unchanged'): void
  /** The result of an attempt to deliver an event to a webhook. */
  delivered(outcome: 'delivered' | 'retried' | 'failed'): void
}

export const NO_OBSERVER: Observer = {
  began: () => () => undefined,
  readAtOnce: () => undefined,
  looked: () => undefined,
  delivered: () => undefined,
}

export function observeDatabase(database: Database, observer: Observer): Database {
  const { runAtOnce } = database
  return {
    ...database,
    ...(runAtOnce === undefined ? {} : { runAtOnce: observedAtOnce(observer, runAtOnce) }),
    run: (statement, demand) => observed(observer, 'read', () => database.run(statement, demand)),
    read: (statement, demand) => observed(observer, 'read', () => database.read(statement, demand)),
  }
}

export function observeWriter(writer: WritableDatabase, observer: Observer): WritableDatabase {
  return {
    ...writer,
    transaction: (work, options) => observed(observer, 'write', () => writer.transaction(work, options)),
  }
}

type RunAtOnce = NonNullable<Database['runAtOnce']>

/** A statement that cannot run synchronously is observed when it runs later. */
function observedAtOnce(observer: Observer, run: RunAtOnce): RunAtOnce {
  return (statement) => {
    const began = performance.now()
    const rows = run(statement)
    if (rows !== null) observer.readAtOnce(performance.now() - began)
    return rows
  }
}

async function observed<T>(observer: Observer, kind: WorkKind, work: () => Promise<T>): Promise<T> {
  const ended = observer.began(kind)
  try {
    return await work()
  } finally {
    ended()
  }
}
