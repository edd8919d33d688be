/** Reads all rows of a statement in one snapshot of a SQLite file, in batches. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch, Row, StreamedRead } from '../../execute/database.ts'
import { BATCH_CHARACTERS, BATCH_ROWS, charactersIn, refuseLong } from '../../execute/row-stream.ts'
import { connect, connectLike, type ReadConnection } from './connect.ts'
import type { ReaderTask } from './start-process.ts'

export interface BatchReader {
  /** Null after the last batch. */
  next(): Batch | null
  close(): void
}

/** `longestBatch`: a batch ends after this many milliseconds. */
export async function openBatches(task: ReaderTask, read: StreamedRead, longestBatch: number): Promise<BatchReader> {
  const opened = await snapshotOf(task)
  const { connection, populated } = opened
  const { text, values } = read.statement
  const rows = connection
    .prepare(text)
    .raw()
    .iterate(...values) as Iterator<Row>
  let isOver = false
  let isFirst = true

  /** Each row is an entry, whose lists have the full limit. */
  function nextRow(): Row | null {
    populated.begin()
    const { done, value } = rows.next()
    isOver = done === true
    return isOver ? null : value
  }

  function next(): Batch | null {
    if (isOver && !isFirst) return null
    isFirst = false
    const full = performance.now() + longestBatch
    const batch: Row[] = []
    let size = 0
    while (batch.length < BATCH_ROWS && size < BATCH_CHARACTERS && (batch.length === 0 || performance.now() < full)) {
      const row = nextRow()
      if (row === null) break
      const length = charactersIn(row)
      refuseLong(length, task.answerSize)
      size += length
      batch.push(row)
    }
    return batch
  }

  return {
    next,
    close: () => {
      rows.return?.()
      connection.close()
    },
  }
}

/**
 * The snapshot lasts until the connection is closed. With a write-ahead log, writers do not wait for it. Without one
 * they would, so a copy of the file is read instead.
 */
async function snapshotOf({ populatedRows, ...task }: ReaderTask): Promise<ReadConnection> {
  const opened = connectLike({ populatedRows, ...task })
  const { connection } = opened
  if (connection.pragma('journal_mode', { simple: true }) === 'wal') {
    connection.exec('begin')
    connection.prepare('select count(*) from sqlite_master').get()
    return opened
  }
  const folder = mkdtempSync(join(tmpdir(), 'lectern-export-'))
  try {
    const copy = join(folder, 'copy.db')
    await connection.backup(copy)
    // Deletes the copy as soon as it is open, so that a crash leaves nothing behind.
    return connect(copy, populatedRows)
  } finally {
    connection.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
