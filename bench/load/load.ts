import autocannon from 'autocannon'

export type Measurement = {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
}

/** Seconds. */
const timeout = 120

type Answered = { readonly seconds: number; readonly latencies: readonly number[] }

const failureIn = ({ errors, timeouts, non2xx }: autocannon.Result): string | undefined =>
  errors + timeouts + non2xx === 0
    ? undefined
    : `${non2xx} were refused, ${timeouts} not answered within ${timeout} s, ${errors - timeouts} broken off`

/**
 * Sends so many requests for one URL over all connections and waits for every answer. A number and not a time: of a slow
 * server, the requests under way when the time is up would be lost. A request that fails fails the bench.
 */
const answered = (url: string, connections: number, amount: number): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const latencies: number[] = []
    const started = performance.now()
    let last = started
    const run = autocannon({ url, connections, amount, timeout, sampleInt: 20 }, (error, result) => {
      if (error !== null) return reject(error)
      const failure = failureIn(result)
      if (failure !== undefined) return reject(new Error(`Of ${amount} requests for ${url} ${failure}.`))
      resolve({ seconds: (last - started) / 1000, latencies })
    })
    // autocannon's own histogram counts whole milliseconds, too coarse for answers that take less than one.
    run.on('response', (_client, _status, _bytes, milliseconds) => {
      latencies.push(milliseconds)
      last = performance.now()
    })
  })

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const measure = async (url: string, connections: number, amount: number): Promise<Measurement> => {
  const { seconds, latencies } = await answered(url, connections, amount)
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
