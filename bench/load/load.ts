import { sendRequests } from './send-requests.ts'

/** A result that takes several requests counts as one; latencies are those of single requests. */
export type Measurement = {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const measure = async (urls: readonly string[], connections: number, amount: number): Promise<Measurement> => {
  const { seconds, latencies } = await sendRequests(urls, connections, amount * urls.length)
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    requests: amount,
    requestsPerSecond: amount / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  }
}

/** Warms the server up for about a second, and returns the number of results that take about `seconds`. */
export const amountFor = async (urls: readonly string[], connections: number, seconds: number): Promise<number> => {
  const least = Math.ceil(connections / urls.length)
  const enough = (rate: number, time: number): number => Math.max(least, Math.ceil(rate * time))
  const first = await measure(urls, connections, least)
  const second = await measure(urls, connections, enough(first.requestsPerSecond, 1))
  return 2 * enough(second.requestsPerSecond, seconds / 2)
}
