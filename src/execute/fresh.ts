/**
 * A memory for what was read from the database, good for as long as the database has not changed.
 * Where it cannot tell (`revision()` is null), everything is read each time.
 */

export interface Fresh<Value> {
  /** Null is an answer too, but it is not kept: what nobody has must not push out what somebody has. */
  get(key: string, read: () => Promise<Value | null>): Promise<Value | null>
}

export interface Bounds<Value> {
  /** How much is kept at most, in whatever `weigh` counts. The least recently used goes first. */
  readonly most: number
  readonly weigh: (value: Value, key: string) => number
}

const A_THOUSAND: Bounds<unknown> = { most: 1_000, weigh: () => 1 }

export function createFresh<Value>(revision: () => number | null, bounds: Bounds<Value> = A_THOUSAND): Fresh<Value> {
  const entries = new Map<string, Value>()
  let readUnder: number | null = null
  let weight = 0

  function forget(key: string, value: Value): void {
    entries.delete(key)
    weight -= bounds.weigh(value, key)
  }

  function keep(key: string, value: Value): void {
    const added = bounds.weigh(value, key)
    if (added > bounds.most) return
    const before = entries.get(key)
    if (before !== undefined) forget(key, before)
    entries.set(key, value)
    weight += added
    for (const [oldest, kept] of entries) {
      if (weight <= bounds.most) break
      forget(oldest, kept)
    }
  }

  /** Under a new revision nothing is known. */
  function turnTo(now: number | null): void {
    if (now !== null && now === readUnder) return
    entries.clear()
    weight = 0
    readUnder = now
  }

  return {
    async get(key, read) {
      const now = revision()
      turnTo(now)
      const known = entries.get(key)
      if (known !== undefined) {
        entries.delete(key)
        entries.set(key, known)
        return known
      }
      const value = await read()
      // The revision was taken before reading: if it has moved since, what was read may be of either.
      if (value !== null && now !== null && now === readUnder && now === revision()) keep(key, value)
      return value
    },
  }
}
