/** Hands lines on together: a write for each costs more than all other work on the line. */

/** Milliseconds that a line waits for others. */
const LONGEST_WAIT = 50

/** Characters that are handed on at once. */
const FULL = 16 * 1024

export interface LineStream {
  write(lines: string): unknown
  /** Calls back when everything is written. */
  flush(done?: (error?: Error) => void): void
}

export function bufferLines(to: LineStream): LineStream {
  let lines = ''
  let timer: NodeJS.Timeout | null = null

  function handOn(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (lines !== '') to.write(lines)
    lines = ''
  }

  return {
    write(line) {
      lines += line
      if (lines.length >= FULL) handOn()
      // A process that has nothing else to do ends: code that ends it flushes.
      else timer ??= setTimeout(handOn, LONGEST_WAIT).unref()
    },
    flush(done) {
      handOn()
      to.flush(done)
    },
  }
}
