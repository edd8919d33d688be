/**
 * Metrics of several processes. A worker that gets a request for metrics asks the primary, which asks all workers that
 * listen. Workers that are starting, or do not reply in time, are missing in the result.
 */

import type { Worker } from 'node:cluster'
import type { Figures, ShareFigures } from '../metrics/metrics.ts'
import { type Ask, createAsk, createAskPrimary, PRIMARY, peerOf, replyTo } from './cluster-messages.ts'

/** The topic for the metrics of one worker. */
const FIGURES = 'figures'
/** The topic for the metrics of all workers, which the primary collects. */
const ALL_FIGURES = 'all figures'

/** Milliseconds that the primary waits for its workers. */
const WORKER_TIMEOUT = 1_000

/** Runs in the primary; call the returned function for each worker. `listening`: the workers that can reply. */
export function createCollecting(listening: () => readonly Worker[]): (worker: Worker) => void {
  const asks = new WeakMap<Worker, Ask<null, Figures>>()

  async function collect(): Promise<readonly Figures[]> {
    const replies = await Promise.all(listening().map((worker) => asks.get(worker)?.(null) ?? null))
    return replies.filter((figures) => figures !== null)
  }

  return (worker) => {
    asks.set(worker, createAsk(peerOf(worker), FIGURES, WORKER_TIMEOUT))
    replyTo(peerOf(worker), ALL_FIGURES, collect)
  }
}

/** Runs in a worker: replies with its own metrics, and returns a function that asks for those of all. */
export const shareFigures: ShareFigures = (own) => {
  replyTo(PRIMARY, FIGURES, own)
  const askAll = createAskPrimary<null, readonly Figures[]>(ALL_FIGURES)
  return () => askAll(null)
}
