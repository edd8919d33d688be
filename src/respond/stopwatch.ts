/** How long each stage took, as https://www.w3.org/TR/server-timing/ writes it. */

import type { HttpResponse } from '../request/http-request.ts'

export interface Stopwatch {
  /** Ends a stage; the next one begins. */
  lap(stage: string): void
  header(): string
}

export function startStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const laps: { readonly stage: string; readonly time: number }[] = []
  let last = now()
  return {
    lap(stage) {
      const time = now()
      laps.push({ stage, time: time - last })
      last = time
    },
    header: () => laps.map(({ stage, time }) => `${stage};dur=${Math.round(time * 100) / 100}`).join(', '),
  }
}

export function withTiming(response: HttpResponse, watch: Stopwatch): HttpResponse {
  return { ...response, timing: watch.header() }
}
