/**
 * Connections that a worker was given and did not take before it died. Node keeps them open, and their requests would
 * never be answered. They are closed here, so that clients can connect again. How Node hands them over is not documented:
 * if that changes, they are no longer closed.
 */

import type { Worker } from 'node:cluster'

/** Node's own messages: a connection for a worker, and the worker's receipt. */
interface HandOver {
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
}

interface Connection {
  close(): void
}

export function closeUntaken(worker: Worker): void {
  const untaken = new Map<unknown, Connection>()
  const child = worker.process as unknown as { send(message: HandOver, connection?: Connection): boolean }
  const send = child.send
  child.send = (message, connection, ...more) => {
    if (message.act === 'newconn' && connection !== undefined) untaken.set(message.seq, connection)
    return send.call(child, message, connection, ...more)
  }
  worker.process.on('internalMessage', ({ ack }: HandOver) => untaken.delete(ack))
  worker.once('exit', () => {
    for (const connection of untaken.values()) connection.close()
  })
}
