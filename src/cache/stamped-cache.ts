/**
 * A cache for data read from the database. Each value is stored with the stamp of the data that it was made from, and
 * is found only by the same stamp.
 */

export interface StampedCache<Value> {
  /** Undefined if nothing is cached under this stamp. */
  find(key: string, stamp: string | null): Value | undefined
  keep(key: string, stamp: string | null, value: Value): void
  /**
   * The cached value, or the result of `read`. Take the stamp before the read: then the value may be newer than its
   * stamp, but never older. Null is not cached, so that missing things do not evict existing ones.
   */
  get(key: string, stamp: string | null, read: () => Promise<Value | null>): Promise<Value | null>
}

export interface Bounds<Value> {
  /**
   * The largest sum of weights. Eviction is "second chance": the oldest value that was not used since it was last
   * considered goes first.
   */
  readonly most: number
  readonly weigh: (value: Value, key: string) => number
}

const A_THOUSAND: Bounds<unknown> = { most: 1_000, weigh: () => 1 }

interface Entry<Value> {
  readonly stamp: string
  readonly value: Value
  readonly weight: number
  /** A flag instead of moving the entry: values are found far more often than evicted. */
  isUsed: boolean
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
    entry.isUsed = true
    return entry.value
  }

  function keep(key: string, stamp: string | null, value: Value): void {
    const added = bounds.weigh(value, key)
    const before = entries.get(key)
    if (before !== undefined) forget(key, before)
    if (stamp === null || added > bounds.most) return
    entries.set(key, { stamp, value, weight: added, isUsed: false })
    weight += added
    evict(key)
  }

  function evict(newest: string): void {
    for (const [oldest, entry] of entries) {
      if (weight <= bounds.most) return
      if (entry.isUsed || oldest === newest) spare(oldest, entry)
      else forget(oldest, entry)
    }
  }

  /** Second chance: moves the entry to the end, where it is evicted next time unless it is used again. */
  function spare(key: string, entry: Entry<Value>): void {
    entry.isUsed = false
    entries.delete(key)
    entries.set(key, entry)
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
