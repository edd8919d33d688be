/** What the gate remembers of callers: whether there are several, and whose unknown statements were slow. */

/** Milliseconds for which a caller counts after its last request. */
const CALLER_COUNTS_FOR = 60_000

/** An unknown statement is slow from this many milliseconds on. */
const LONG = 1_000

/**
 * After a slow statement, further unknown ones of the same caller count as expensive for this many times its duration.
 */
const REMEMBERED_FOR = 60

/** Most callers that are remembered. */
const MOST_REMEMBERED = 10_000

export interface CallerWatch {
  /** Call this for each request. Lectern's own statements, at startup for example, have no caller. */
  note(caller: string): void
  /** `milliseconds`: the cost of a statement that was unknown before. */
  took(caller: string, milliseconds: number): void
  /** A server that renders pages is a single caller, which may use all slots. */
  areSeveral(): boolean
  /**
   * Whether another unknown statement of this caller is likely to be expensive, while there are several callers.
   * Otherwise a few addresses with ever new texts would take all slots for unknown statements.
   */
  isCostly(caller: string, underWay: readonly UnderWay[]): boolean
}

/** A running statement. */
interface UnderWay {
  readonly caller: string
  readonly isUnknown: boolean
  /** When it began, by `performance.now()`. */
  readonly began: number
}

export function createCallerWatch(): CallerWatch {
  let last: string | null = null
  let severalUntil = 0
  /** By caller, until when it counts as costly, in the order in which they were added. */
  const costlyUntil = new Map<string, number>()

  const areSeveral = () => performance.now() < severalUntil

  return {
    note(caller) {
      if (caller === '') return
      if (last !== null && caller !== last) severalUntil = performance.now() + CALLER_COUNTS_FOR
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
