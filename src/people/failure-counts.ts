/** How often something failed in the last minutes, by key. */

import { createHash } from 'node:crypto'

/** Milliseconds that failures count, from the first one on. */
export const PERIOD = 5 * 60_000
/** Some 100 bytes each. */
const MOST_KEPT = 50_000

export interface FailureCounts {
  /** Milliseconds until there may be another attempt; 0 when there may be one now. */
  wait(key: string, most: number): number
  add(key: string): void
  /** The attempt succeeded. */
  takeBack(key: string): void
  forget(key: string): void
}

interface Count {
  readonly failures: number
  readonly until: number
}

export function createFailureCounts(now: () => number): FailureCounts {
  // In the order in which they will be forgotten.
  const counts = new Map<string, Count>()

  function current(key: string): Count | undefined {
    const known = counts.get(key)
    return known === undefined || known.until > now() ? known : undefined
  }

  return {
    wait(key, most) {
      const known = current(key)
      return known === undefined || known.failures < most ? 0 : known.until - now()
    },
    add(key) {
      const known = current(key)
      if (known === undefined) counts.delete(key)
      counts.set(key, { failures: (known?.failures ?? 0) + 1, until: known?.until ?? now() + PERIOD })
      const oldest = counts.keys().next()
      if (counts.size > MOST_KEPT && !oldest.done) counts.delete(oldest.value)
    },
    takeBack(key) {
      const known = current(key)
      if (known !== undefined) counts.set(key, { ...known, failures: Math.max(0, known.failures - 1) })
    },
    forget: (key) => counts.delete(key),
  }
}

/** Hashed: a key is short, however long the texts it is made of. */
export function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64')
}
