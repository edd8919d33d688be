import autocannon from 'autocannon'

export type Measurement = {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

// autocannon's own histogram counts whole milliseconds, too coarse for answers that take less than one.
export const measure = (url: string, connections: number, seconds: number): Promise<Measurement> =>
  new Promise((resolve, reject) => {
    const latencies: number[] = []
    const run = autocannon({ url, connections, duration: seconds, timeout: 30 }, (error, result) => {
      if (error !== null) return reject(error)
      const failed = result.errors + result.timeouts + result.non2xx
      if (failed > 0) return reject(new Error(`${failed} of the requests for ${url} failed.`))
      if (latencies.length === 0) return reject(new Error(`No request for ${url} was answered in ${seconds} s.`))
      latencies.sort((a, b) => a - b)
      resolve({
        requestsPerSecond: latencies.length / result.duration,
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
      })
    })
    run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds))
  })
