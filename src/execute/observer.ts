/** Receives what happens to statements and caches, for metrics. */

import type { Database, WritableDatabase } from './database.ts'

type WorkKind = 'read' | 'write'

export interface Observer {
  /** Called when a statement begins to wait or to run; the returned function is called when that is over. */
  began(kind: WorkKind): () => void
  /** A statement that was run without waiting, and its milliseconds. */
  readAtOnce(milliseconds: number): void
  /** What was found in the cache of responses. `unchanged`: the client has it already. */
  looked(result: 'hit' | 'miss' | 'unchanged'): void
  /** The outcome of an attempt to deliver an event to a webhook. */
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

/** A statement that is not run at once is observed when it is run. */
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
