/**
 * Metrics of several processes. A worker that is asked for them asks the primary, which asks every worker that listens.
 * One that starts has none yet, and one that does not reply in time is left out: the others are shown.
 */

import type { Worker } from 'node:cluster'
import { ApiError } from '../errors/api-error.ts'
import type { Figures, ShareFigures } from '../metrics/metrics.ts'

/** From a worker, and from the primary to each worker; the reply has the same number. */
type Question = { readonly figuresWanted: number }
/** From a worker: its own. */
type Reply = { readonly figures: Figures; readonly of: number }
/** From the primary: those of every worker that replied. */
type Collected = { readonly collected: readonly Figures[]; readonly of: number }

/** Milliseconds that the primary waits for its workers, and that a worker waits for the primary. */
const WORKER_PATIENCE = 1_000
const PRIMARY_PATIENCE = 3_000

/** In the primary: what to do with each worker. `listening` tells who can reply. */
export function createCollecting(listening: () => readonly Worker[]): (worker: Worker) => void {
  let asked = 0

  async function answer(worker: Worker, of: number): Promise<void> {
    asked += 1
    const replies = await Promise.all(listening().map((other) => figuresOf(other, asked)))
    const collected = replies.filter((figures) => figures !== null)
    if (worker.isConnected()) worker.send({ collected, of } satisfies Collected, ignoreLoss)
  }

  return (worker) => {
    worker.on('message', ({ figuresWanted }: Partial<Question>) => {
      if (figuresWanted !== undefined) void answer(worker, figuresWanted)
    })
  }
}

/** Either side may end at any moment: a worker is not waited for any longer, and a primary takes its workers with it. */
export const ignoreLoss = () => undefined

/** Null when it does not reply in time. */
function figuresOf(worker: Worker, number: number): Promise<Figures | null> {
  return new Promise((resolve) => {
    const hear = ({ figures, of }: Partial<Reply>) => {
      if (figures !== undefined && of === number) end(figures)
    }
    const end = (figures: Figures | null) => {
      clearTimeout(timer)
      worker.off('message', hear)
      resolve(figures)
    }
    const timer = setTimeout(() => end(null), WORKER_PATIENCE)
    worker.on('message', hear)
    worker.send({ figuresWanted: number } satisfies Question, ignoreLoss)
  })
}

/** In a worker: replies with its own figures from now on, and returns how to ask for those of all. */
export const shareFigures: ShareFigures = (own) => {
  let asked = 0
  process.on('message', ({ figuresWanted: of }: Partial<Question>) => {
    if (of === undefined) return
    void own().then((figures) => process.connected && process.send?.({ figures, of } satisfies Reply, ignoreLoss))
  })
  return () => {
    asked += 1
    return askPrimary(asked)
  }
}

function askPrimary(number: number): Promise<readonly Figures[]> {
  return new Promise((resolve, reject) => {
    const hear = ({ collected, of }: Partial<Collected>) => {
      if (collected !== undefined && of === number) end(() => resolve(collected))
    }
    const end = (settle: () => void) => {
      clearTimeout(timer)
      process.off('message', hear)
      settle()
    }
    const timer = setTimeout(() => end(() => reject(unanswered())), PRIMARY_PATIENCE)
    process.on('message', hear)
    process.send?.({ figuresWanted: number } satisfies Question, ignoreLoss)
  })
}

function unanswered(): ApiError {
  return new ApiError('DATABASE_BUSY', { message: 'The other processes did not answer in time' })
}
