/** Whether the server has been overloaded for more than a moment, derived from how often it refused requests. */

/** Milliseconds without a refusal after which it is over. */
const PAUSE = 2_000
/** How long it has to last before it is reported. */
const WORTH_TELLING = 3_000

export interface Saturation {
  refused(): void
  lasts(): boolean
}

export function createSaturation(now: () => number = () => performance.now()): Saturation {
  let first = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  return {
    refused() {
      if (now() - last > PAUSE) first = now()
      last = now()
    },
    lasts: () => now() - last <= PAUSE && last - first >= WORTH_TELLING,
  }
}
