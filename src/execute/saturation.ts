/** Whether the server has been overloaded for more than a moment, derived from how often it refused requests. */

/** Milliseconds without a refusal after which it is over. */
const OVER_AFTER = 2_000
/** How long it has to last before it is reported. */
const REPORTED_AFTER = 3_000

export interface Saturation {
  refused(): void
  lasts(): boolean
}

export function createSaturation(now: () => number = () => performance.now()): Saturation {
  let first = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  return {
    refused() {
      if (now() - last > OVER_AFTER) first = now()
      last = now()
    },
    lasts: () => now() - last <= OVER_AFTER && last - first >= REPORTED_AFTER,
  }
}
