/**
 * Closes connections that a worker was given but had not accepted before it died. Node would keep them open without
 * ever answering them; closed, clients can connect again. This relies on undocumented messages of Node: if these
 * change, such connections stay open.
 */

import type { Worker } from 'node:cluster'

/** Node's internal messages: a connection for a worker, and the worker's receipt. */
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
