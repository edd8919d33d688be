/** How long each stage took, as https://www.w3.org/TR/server-timing/ writes it. */

import type { HttpResponse } from '../request/http-request.ts'

export interface Stopwatch {
  /** Ends a stage; the next one begins. */
  lap(stage: string): void
  header(): string
}

export function startStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const laps: string[] = []
  let last = now()
  return {
    lap(stage) {
      const time = now()
      laps.push(`${stage};dur=${(time - last).toFixed(2)}`)
      last = time
    },
    header: () => laps.join(', '),
  }
}

export function withTiming(response: HttpResponse, watch: Stopwatch): HttpResponse {
  return { ...response, headers: { ...response.headers, 'server-timing': watch.header() } }
}
