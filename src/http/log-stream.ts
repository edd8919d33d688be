/**
 * Standard error as the destination of the log. Lines are written in the background; code that ends the process flushes them
 * first, and waits for a while. Where they cannot be written, because a disk is full or a reader has stopped, the server goes
 * on: some lines wait, further ones are dropped, and later a line says how many.
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
  // What could not be written waits for the next attempt, which comes with the next lines.
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
