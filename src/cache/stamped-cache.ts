/**
 * A memory for what was read from the database. Each value is kept with the stamp of the data that it was made of,
 * and is good under that stamp alone.
 */

export interface StampedCache<Value> {
  /** Undefined where nothing is kept under this stamp. */
  find(key: string, stamp: string | null): Value | undefined
  keep(key: string, stamp: string | null, value: Value): void
  /**
   * What is kept, or what `read` gives. The stamp must be older than the read: what comes of it may be newer then, and
   * is never older. Null is an answer too, but it is not kept: what nobody has must not push out what somebody has.
   */
  get(key: string, stamp: string | null, read: () => Promise<Value | null>): Promise<Value | null>
}

export interface Bounds<Value> {
  /** How much is kept at most, in whatever `weigh` counts. The least recently used goes first. */
  readonly most: number
  readonly weigh: (value: Value, key: string) => number
}

const A_THOUSAND: Bounds<unknown> = { most: 1_000, weigh: () => 1 }

interface Entry<Value> {
  readonly stamp: string
  readonly value: Value
  readonly weight: number
}

export function createStampedCache<Value>(bounds: Bounds<Value> = A_THOUSAND): StampedCache<Value> {
  const entries = new Map<string, Entry<Value>>()
  let weight = 0

  function forget(key: string, entry: Entry<Value>): void {
    entries.delete(key)
    weight -= entry.weight
  }

  function find(key: string, stamp: string | null): Value | undefined {
    const entry = entries.get(key)
    if (entry === undefined || entry.stamp !== stamp) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry.value
  }

  function keep(key: string, stamp: string | null, value: Value): void {
    const added = bounds.weigh(value, key)
    const before = entries.get(key)
    if (before !== undefined) forget(key, before)
    if (stamp === null || added > bounds.most) return
    entries.set(key, { stamp, value, weight: added })
    weight += added
    for (const [oldest, entry] of entries) {
      if (weight <= bounds.most) break
      forget(oldest, entry)
    }
  }

  return {
    find,
    keep,
    async get(key, stamp, read) {
      const known = find(key, stamp)
      if (known !== undefined) return known
      const value = await read()
      if (value !== null) keep(key, stamp, value)
      return value
    },
  }
}
