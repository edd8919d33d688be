/**
 * The order of a queue: adaptive LIFO. Usually the oldest is first. But where more clients give up than are served, those
 * that came first are about to give up too, so that all work would be for clients that have gone: there the newest is first.
 */

/** Milliseconds that requests may wait in a queue that still empties. */
const STANDS_AFTER = 100

/** How many more clients must have given up than were served; and the largest difference that is counted. */
const LEFT_MORE = 4
const MOST_COUNTED = 16

export interface AdaptiveLifo {
  /** To be called when a client has given up while it waited. */
  left(): void
  /** To be called when a waiting one gets its turn. */
  served(): void
  /** `oldest`: when the first of those that wait came; a moment of the same clock as `now`. */
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
    isNewestFirst: (oldest, now) => leftMore >= LEFT_MORE && oldest !== undefined && now - oldest > STANDS_AFTER,
  }
}

/** Every fourth that is taken is the oldest: a large one is not overtaken indefinitely. */
const OLDEST_EVERY = 4

const LAST = Number.MAX_SAFE_INTEGER

/** One that waits. */
export interface Queued {
  readonly size: number
  /** A moment of the queue's clock. */
  readonly arrived: number
}

/** Queues, in order of arrival, from which the smallest is taken: the oldest of these, or the newest where most give up. */
export function createSmallestFirst(now: () => number) {
  const lifo = createAdaptiveLifo()
  let taken = 0
  return {
    /** To be called when a client has given up while it waited. */
    left: lifo.left,
    /** Takes the next one out of the queue. Those for which `comesLast` is true are taken after all others. */
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

/** The index of the first of the smallest ones, or of the last. */
function placeOfSmallest<T>(items: readonly T[], sizeOf: (item: T) => number, isLast: boolean): number {
  let [found, smallest] = [0, Number.POSITIVE_INFINITY]
  for (const [place, item] of items.entries()) {
    const size = sizeOf(item)
    if (size < smallest || (isLast && size === smallest)) [found, smallest] = [place, size]
  }
  return found
}

/** Sizes that differ little count as equal: the order of arrival matters more. */
function sizeClass(size: number): number {
  return Math.floor(Math.log2(Math.max(size, 1)) * 2)
}
