/**
 * Several processes that share a port. The first one starts alone: a problem would stop all of them, and is reported
 * only once. A process that ends unexpectedly is replaced.
 */

import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createFailureCounts } from '../people/failure-counts.ts'
import { answerFailedLogins, askFailedLogins } from './cluster-logins.ts'
import { ignoreLoss } from './cluster-messages.ts'
import { createCollecting, shareFigures } from './cluster-metrics.ts'
import type { Cluster, WorkerSide } from './context.ts'
import { STOPPING } from './stop.ts'
import { closeUntaken } from './untaken-connections.ts'

/**
 * Pause before a lost process is replaced, so that one that always fails does not keep the machine busy. The timer also
 * keeps this process alive if all workers are lost at once, for example when the machine is out of memory.
 */
const RESTART_PAUSE_MS = 1_000

/** Messages between the primary and its workers. */
const STOP = 'stop'
type Listening = { readonly listening: string }

/** Null if the first worker could not start. It has printed the reason, unless it was killed. */
export async function startWorkers(count: number, report: (line: string) => void): Promise<Cluster | null> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./main.js', import.meta.url)), args: process.argv.slice(2) })
  const listening = new WeakSet<Worker>()
  const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const collectMetrics = createCollecting(() =>
    workers().filter((worker) => listening.has(worker) && worker.isConnected()),
  )
  const failedLogins = createFailureCounts()
  let stopping = false

  async function replace(worker: Worker, reason: string): Promise<void> {
    report(`Worker ${worker.process.pid} ended unexpectedly (${reason}); starting another one.`)
    await pause(RESTART_PAUSE_MS)
    if (!stopping) await start()
  }

  function supervise(worker: Worker): void {
    collectMetrics(worker)
    answerFailedLogins(worker, failedLogins)
    worker.once('exit', (code, signal) => {
      if (!stopping) void replace(worker, signal || `exit code ${code}`)
    })
  }

  async function start(): Promise<void> {
    const worker = fork()
    supervise(worker)
    if ((await listeningAt(worker)) !== null) listening.add(worker)
  }

  // Workers must not outlive this process.
  const killAll = () => {
    for (const worker of workers()) worker.process.kill('SIGKILL')
  }
  process.once('exit', killAll)

  const first = fork()
  const address = await listeningAt(first)
  if (address === null) {
    const { pid, signalCode } = first.process
    if (signalCode !== null) report(`Worker ${pid} ended before it listened (${signalCode}).`)
    process.off('exit', killAll)
    return null
  }
  listening.add(first)
  supervise(first)
  return {
    address,
    complete: Promise.all(Array.from({ length: count - 1 }, start)),
    close: async () => {
      stopping = true
      await Promise.all(workers().map((worker) => stop(worker, listening.has(worker))))
      process.off('exit', killAll)
    },
  }
}

function fork(): Worker {
  const worker = cluster.fork()
  closeUntaken(worker)
  return worker
}

/** Null if it ended before it listened. */
function listeningAt(worker: Worker): Promise<string | null> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve(null))
    worker.on('message', (message: Partial<Listening>) => {
      if (message.listening !== undefined) resolve(message.listening)
    })
  })
}

/** A worker that does not listen yet has no requests to finish, and does not read messages, so it is killed. */
async function stop(worker: Worker, isListening: boolean): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  if (isListening) worker.send(STOP, ignoreLoss)
  else worker.process.kill('SIGKILL')
  await ended
}

/** The worker's connection to the primary; null in a process that is not a worker. */
export function workerSide(): WorkerSide | null {
  if (!cluster.isWorker) return null
  // A terminal sends signals to all processes, but only the primary decides what to do.
  for (const signal of STOPPING) process.on(signal, () => undefined)
  const abandoned = new Promise<void>((resolve) => process.once('disconnect', resolve))
  const stopMessage = new Promise<void>((resolve) =>
    process.on('message', (message) => void (message === STOP && resolve())),
  )
  return {
    isListening: (address) => void process.send?.({ listening: address } satisfies Listening, ignoreLoss),
    stopped: Promise.race([stopMessage, abandoned]),
    abandoned,
    shareFigures,
    failedLogins: askFailedLogins(),
  }
}
