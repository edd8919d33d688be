/** What a gate remembers of callers: whether several come, and whose unknown statements took long. */

/** Milliseconds for which a caller counts after its last request. */
const CALLER_STAYS = 60_000

/** Milliseconds from which on an unknown statement took long. */
const LONG = 1_000

/** So many times as long as it took, the next ones of its caller count as expensive. */
const REMEMBERED_FOR = 60

/** Callers that are remembered. */
const MOST_REMEMBERED = 10_000

export interface CallerWatch {
  /** To be called for each request. Lectern's own requests, at startup for example, have no caller. */
  note(caller: string): void
  /** `milliseconds`: what a statement that was unknown has cost. */
  took(caller: string, milliseconds: number): void
  /** A site that renders pages on a server is one, and may have all places. */
  areSeveral(): boolean
  /**
   * Whether another unknown statement of this caller would be expensive, too, while several callers come. Without this a few
   * addresses with ever new texts would have the places of all unknown statements.
   */
  isCostly(caller: string, underWay: readonly UnderWay[]): boolean
}

/** A statement that has not ended. */
interface UnderWay {
  readonly caller: string
  readonly isUnknown: boolean
  /** A moment of `performance.now()`. */
  readonly began: number
}

export function createCallerWatch(): CallerWatch {
  let last: string | null = null
  let severalUntil = 0
  /** Until when, in the order in which they were added. */
  const costlyUntil = new Map<string, number>()

  const areSeveral = () => performance.now() < severalUntil

  return {
    note(caller) {
      if (caller === '') return
      if (last !== null && caller !== last) severalUntil = performance.now() + CALLER_STAYS
      last = caller
    },
    took(caller, milliseconds) {
      if (caller === '' || milliseconds < LONG) return
      const until = performance.now() + milliseconds * REMEMBERED_FOR
      const known = costlyUntil.get(caller) ?? 0
      costlyUntil.delete(caller)
      costlyUntil.set(caller, Math.max(known, until))
      const [oldest] = costlyUntil.keys()
      if (costlyUntil.size > MOST_REMEMBERED && oldest !== undefined) costlyUntil.delete(oldest)
    },
    areSeveral,
    isCostly(caller, underWay) {
      if (!areSeveral()) return false
      const now = performance.now()
      if (now < (costlyUntil.get(caller) ?? 0)) return true
      return underWay.some((one) => one.isUnknown && one.caller === caller && now - one.began >= LONG)
    },
  }
}
