import { type Counts, isOver } from './fuzz-counts.ts'
import type { Pair } from './pair.ts'
import type { RepeatedReads } from './repeated-reads.ts'

export const atOnce = 8

/** Generated in one order; each is sent as soon as one before it is answered. */
export const readMany = async (pair: Pair, reads: RepeatedReads, count: number, counts: Counts): Promise<void> => {
  let sent = 0
  const keepReading = async (): Promise<void> => {
    while (sent < count && !isOver(counts)) {
      sent += 1
      const request = reads.next()
      const found = await pair.send(request)
      counts.requests += 1
      if (found === null) continue
      counts.findings.push(found)
      reads.forget(request)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, keepReading))
}
