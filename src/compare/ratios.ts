/** Response times as ratios: Strapi's time divided by Lectern's, so that higher is better. */

export interface Times {
  readonly strapi: number
  readonly lectern: number
}

export interface Ratios {
  readonly requests: number
  /** The geometric mean of the ratios of all requests. */
  readonly geometricMean: number
  /** Milliseconds of each server, and their ratio. */
  readonly median: Times & { readonly ratio: number }
  readonly p95: Times & { readonly ratio: number }
  /** Number of requests that took longer in Lectern. */
  readonly slower: number
}

/** Shorter times are below the precision of the clock. */
const SHORTEST_MS = 0.05

export function ratiosOf(times: readonly Times[]): Ratios | null {
  if (times.length === 0) return null
  const each = times.map(({ strapi, lectern }) => Math.max(strapi, SHORTEST_MS) / Math.max(lectern, SHORTEST_MS))
  const at = (share: number) => {
    const [strapi, lectern] = [times.map((time) => time.strapi), times.map((time) => time.lectern)].map((list) =>
      percentile(list, share),
    )
    const both = { strapi: strapi ?? 0, lectern: lectern ?? 0 }
    return { ...both, ratio: Math.max(both.strapi, SHORTEST_MS) / Math.max(both.lectern, SHORTEST_MS) }
  }
  return {
    requests: times.length,
    geometricMean: Math.exp(each.reduce((sum, ratio) => sum + Math.log(ratio), 0) / each.length),
    median: at(0.5),
    p95: at(0.95),
    slower: each.filter((ratio) => ratio < 1).length,
  }
}

/** The value that this share of the list does not exceed. */
function percentile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
