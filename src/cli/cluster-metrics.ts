/**
 * Metrics of several processes. A worker that is asked for them asks the primary, which asks every worker that listens.
 * One that starts has none yet, and one that does not reply in time is left out: the others are shown.
 */

import type { Worker } from 'node:cluster'
import type { Figures, ShareFigures } from '../metrics/metrics.ts'
import { type Ask, createAsk, createAskPrimary, PRIMARY, peerOf, replyTo } from './cluster-messages.ts'

/** Asks one worker for its metrics. */
const FIGURES = 'figures'
/** Asks the primary for those of every worker that replies. */
const ALL_FIGURES = 'all figures'

/** Milliseconds that the primary waits for its workers. */
const WORKER_TIMEOUT = 1_000

/** In the primary: what to do with each worker. `listening` tells who can reply. */
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

/** In a worker: replies with its own figures from now on, and returns how to ask for those of all. */
export const shareFigures: ShareFigures = (own) => {
  replyTo(PRIMARY, FIGURES, own)
  const askAll = createAskPrimary<null, readonly Figures[]>(ALL_FIGURES)
  return () => askAll(null)
}
