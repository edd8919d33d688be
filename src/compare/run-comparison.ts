/** Sends all requests, a few at a time, within the limits of rate and time. */

import { setTimeout as pause } from 'node:timers/promises'
import { compareOne, type Surroundings } from './compare-one.ts'
import type { Compared } from './comparison.ts'
import type { ComparedRequest } from './request.ts'

export interface Pace {
  /** Concurrent requests to each server. */
  readonly concurrency: number
  /** Requests that may start per second. */
  readonly rate: number
  /** No request starts after this time, in milliseconds since 1970. */
  readonly deadline: number
  /** No request starts after this is aborted. */
  readonly stop: AbortSignal
}

export interface Run {
  readonly compared: readonly Compared[]
  /** Requests that were not sent because the time was over. */
  readonly left: number
}

export async function runComparison(
  requests: readonly ComparedRequest[],
  around: Omit<Surroundings, 'pause'>,
  pace: Pace,
  onDone: (done: number) => void,
): Promise<Run> {
  const results: (Compared | null)[] = requests.map(() => null)
  const started = Date.now()
  let [next, done] = [0, 0]
  const surroundings = { ...around, pause: () => pause(BEFORE_AGAIN_MS) }

  async function work(): Promise<void> {
    for (;;) {
      const at = next
      const request = requests[at]
      if (request === undefined || pace.stop.aborted || Date.now() >= pace.deadline) return
      next += 1
      await pause(Math.max(0, started + (at * 1_000) / pace.rate - Date.now()))
      results[at] = await compareOne(request, at % 2 === 0, surroundings)
      done += 1
      onDone(done)
    }
  }

  await Promise.all(Array.from({ length: pace.concurrency }, work))
  const compared = results.filter((result) => result !== null)
  return { compared, left: requests.length - compared.length }
}

/** Milliseconds before a repetition, for a running write to finish. */
const BEFORE_AGAIN_MS = 150
