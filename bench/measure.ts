import autocannon from 'autocannon'

export type Measurement = {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
}

type Load = { readonly seconds: number; readonly latencies: readonly number[] }

/** Requests one URL for a while over all connections. A request that fails fails the bench. */
const load = (url: string, connections: number, seconds: number): Promise<Load> =>
  new Promise((resolve, reject) => {
    const latencies: number[] = []
    const run = autocannon({ url, connections, duration: seconds, timeout: 60 }, (error, result) => {
      if (error !== null) return reject(error)
      const failed = result.errors + result.timeouts + result.non2xx
      if (failed > 0) return reject(new Error(`${failed} of the requests for ${url} failed.`))
      resolve({ seconds: result.duration, latencies })
    })
    // autocannon's own histogram counts whole milliseconds, too coarse for answers that take less than one.
    run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
  })

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** A load of one second that nobody looks at: a slow query may well have no answer yet when it ends. */
export const warmUp = async (url: string, connections: number): Promise<void> => {
  await load(url, connections, 1)
}

export const measure = async (url: string, connections: number, seconds: number): Promise<Measurement> => {
  const done = await load(url, connections, seconds)
  if (done.latencies.length === 0)
    throw new Error(`No request for ${url} was answered in ${seconds} s: use longer rounds, with --seconds.`)
  const sorted = done.latencies.toSorted((a, b) => a - b)
  return {
    requestsPerSecond: sorted.length / done.seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  }
}
