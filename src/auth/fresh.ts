/**
 * A memory for what was read from the database, good for as long as the database has not changed.
 * Where it cannot tell (`revision()` is null), everything is read each time.
 */

export interface Fresh<Value> {
  /** Null is an answer too, but it is not kept: what nobody has must not push out what somebody has. */
  get(key: string, read: () => Promise<Value | null>): Promise<Value | null>
}

const MOST_ENTRIES = 1_000

export function createFresh<Value>(revision: () => number | null, mostEntries = MOST_ENTRIES): Fresh<Value> {
  const entries = new Map<string, Value>()
  let readUnder: number | null = null

  function keep(key: string, value: Value): void {
    const oldest = entries.keys().next()
    if (entries.size >= mostEntries && !oldest.done) entries.delete(oldest.value)
    entries.set(key, value)
  }

  return {
    async get(key, read) {
      const now = revision()
      if (now === null || now !== readUnder) {
        entries.clear()
        readUnder = now
      }
      const known = entries.get(key)
      if (known !== undefined) return known
      const value = await read()
      // The revision was taken before reading: if it has moved since, what was read may be of either.
      if (value !== null && now !== null && now === readUnder && now === revision()) keep(key, value)
      return value
    },
  }
}
