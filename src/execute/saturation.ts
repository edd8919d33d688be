/** Whether the server has been overloaded for more than a moment, by how often it refused requests. */

/** Milliseconds without a refusal after which the overload is over. */
const OVER_AFTER = 2_000
/** Milliseconds that an overload must last to be reported. */
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
