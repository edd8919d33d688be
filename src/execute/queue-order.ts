/**
 * The order of a queue: adaptive LIFO. Normally the oldest request is next. But if more clients give up than are
 * served, the oldest ones are about to give up, too, and all work would be for clients that have gone. Then the newest
 * is next.
 */

/** Milliseconds: below this wait, the queue counts as keeping up. */
const OVERLOADED_AFTER = 100

/** How many more clients must have given up than were served, and the largest difference that is counted. */
const LEFT_MORE = 4
const MOST_COUNTED = 16

export interface AdaptiveLifo {
  /** Call this when a waiting client has given up. */
  left(): void
  /** Call this when a waiting request gets its turn. */
  served(): void
  /** `oldest`: the arrival time of the oldest waiting request, by the same clock as `now`. */
  isNewestFirst(oldest: number | undefined, now: number): boolean
}

export function createAdaptiveLifo(): AdaptiveLifo {
  let leftMore = 0
  return {
    left() {
      leftMore = Math.min(leftMore + 1, MOST_COUNTED)
    },
    served() {
      leftMore = Math.max(leftMore - 1, 0)
    },
    isNewestFirst: (oldest, now) => leftMore >= LEFT_MORE && oldest !== undefined && now - oldest > OVERLOADED_AFTER,
  }
}

/** Every fourth turn goes to the oldest, so that a large piece is not overtaken forever. */
const OLDEST_EVERY = 4

const LAST = Number.MAX_SAFE_INTEGER

/** An item of a queue. */
export interface Queued {
  readonly size: number
  /** Its arrival time, by the queue's clock. */
  readonly arrived: number
}

/** Takes the smallest item from a queue: the oldest of these, or the newest if most clients give up. */
export function createSmallestFirst(now: () => number) {
  const lifo = createAdaptiveLifo()
  let taken = 0
  return {
    /** Call this when a waiting client has given up. */
    left: lifo.left,
    /** Removes and returns the next item. Those with `comesLast` are taken after all others. */
    takeFrom<T extends Queued>(queue: T[], comesLast: (item: T) => boolean = () => false): T | undefined {
      taken += 1
      lifo.served()
      const isByAge = taken % OLDEST_EVERY === 0
      const orderOf = (item: T) => (comesLast(item) ? LAST : isByAge ? 0 : sizeClass(item.size))
      const newestFirst = !isByAge && lifo.isNewestFirst(queue[0]?.arrived, now())
      return queue.splice(placeOfSmallest(queue, orderOf, newestFirst), 1)[0]
    },
  }
}

/** The index of the smallest item: the first of several, or the last. */
function placeOfSmallest<T>(items: readonly T[], sizeOf: (item: T) => number, isLast: boolean): number {
  let [found, smallest] = [0, Number.POSITIVE_INFINITY]
  for (const [place, item] of items.entries()) {
    const size = sizeOf(item)
    if (size < smallest || (isLast && size === smallest)) [found, smallest] = [place, size]
  }
  return found
}

/** Sizes that differ little count as equal, so that the order of arrival decides. */
function sizeClass(size: number): number {
  return Math.floor(Math.log2(Math.max(size, 1)) * 2)
}
