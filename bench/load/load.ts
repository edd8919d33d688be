import { sendRequests } from './send-requests.ts'

export type Measurement = {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const measure = async (url: string, connections: number, amount: number): Promise<Measurement> => {
  const { seconds, latencies } = await sendRequests(url, connections, amount)
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    requests: sorted.length,
    requestsPerSecond: sorted.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  }
}

/** Warms the server up for about a second, and gives the number of requests that will take about so many seconds. */
export const amountFor = async (url: string, connections: number, seconds: number): Promise<number> => {
  const enough = (rate: number, time: number): number => Math.max(connections, Math.ceil(rate * time))
  const first = await measure(url, connections, connections)
  const second = await measure(url, connections, enough(first.requestsPerSecond, 1))
  return 2 * enough(second.requestsPerSecond, seconds / 2)
}
