/** How often something failed in the last minutes, by key. */

import { createHash } from 'node:crypto'

/** Milliseconds that failures count, from the first one on. */
export const PERIOD = 5 * 60_000
/** Some 100 bytes each. */
const MOST_COUNTS = 50_000

/** An identity whose failures are limited. */
export interface Limited {
  readonly key: string
  readonly most: number
}

/** For several processes, one of them counts. */
export interface FailureCounts {
  /**
   * Milliseconds until there may be another attempt; 0 when there may be one now. The new attempt counts at once:
   * concurrent attempts must not all pass. With `always`, a refused attempt counts, too.
   */
  count(limits: readonly Limited[], always?: boolean): number | Promise<number>
  /** The attempt succeeded, or was not made. */
  takeBack(keys: readonly string[]): void
  forget(keys: readonly string[]): void
}

interface Count {
  readonly failures: number
  readonly until: number
}

export function createFailureCounts(now: () => number = () => performance.now()): FailureCounts {
  // In the order in which they will be forgotten.
  const counts = new Map<string, Count>()

  function current(key: string): Count | undefined {
    const known = counts.get(key)
    return known === undefined || known.until > now() ? known : undefined
  }

  function wait({ key, most }: Limited): number {
    const known = current(key)
    return known === undefined || known.failures < most ? 0 : known.until - now()
  }

  function add({ key }: Limited): void {
    const known = current(key)
    if (known === undefined) counts.delete(key)
    counts.set(key, { failures: (known?.failures ?? 0) + 1, until: known?.until ?? now() + PERIOD })
    const oldest = counts.keys().next()
    if (counts.size > MOST_COUNTS && !oldest.done) counts.delete(oldest.value)
  }

  return {
    count(limits, always = false) {
      const longest = Math.max(...limits.map(wait))
      if (longest === 0 || always) limits.forEach(add)
      return longest
    },
    takeBack(keys) {
      for (const key of keys) {
        const known = current(key)
        if (known === undefined) continue
        // No room for counts of nothing: attempts that are not made would make others be forgotten.
        if (known.failures <= 1) counts.delete(key)
        else counts.set(key, { ...known, failures: known.failures - 1 })
      }
    },
    forget(keys) {
      for (const key of keys) counts.delete(key)
    },
  }
}

/** Hashed: a key is short, however long the texts it is made of. */
export function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64')
}
