/**
 * Writes the log to standard error in the background. Code that ends the process flushes it first, and waits for a limited
 * time. If lines cannot be written, because a disk is full or the reader has stopped, the server continues: some lines
 * wait, further ones are dropped, and a later line says how many.
 */

import { destination } from 'pino'
import { bufferLines, type LineStream } from './buffer-lines.ts'

/** Bytes that may wait to be written. */
const MOST_WAITING = 4 * 1024 * 1024

/** `toLine`: a warning as a line of the log. */
export function openLogStream(toLine: (message: string) => string): LineStream {
  // At least one byte, so that flushing waits until everything is written.
  const stream = destination({ dest: 2, sync: false, minLength: 1, maxLength: MOST_WAITING })
  let dropped = 0
  // At exit pino would try again forever where the reader of a pipe has gone.
  stream.flushSync = () => undefined
  // Unwritten lines are retried with the next ones.
  stream.on('error', () => undefined)
  stream.on('drop', (lines: string) => {
    dropped += lines.split('\n').length - 1
    stream.flush()
  })
  stream.on('drain', () => {
    if (dropped === 0) return
    const message = `${dropped} lines of the log could not be written, and were dropped`
    dropped = 0
    stream.write(toLine(message))
  })
  return bufferLines(stream)
}
