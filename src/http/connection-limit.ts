/**
 * Connections use file descriptors, and so do files, readers and the database. A process without any left can open none of
 * those. So some are reserved, and when the others are used up, an idle connection is closed for each new one.
 */

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setImmediate as inNextIteration, setTimeout as pause } from 'node:timers/promises'
import type { Turn } from './connections.ts'

/** Reserved for everything that is not a client connection; half of all where there are few. */
const OTHER_DESCRIPTORS = 256

/** `limits`: the text of `/proc/self/limits`; null on systems without it, where the limit is unknown. */
export function maxConnections(limits: string | null = readLimits()): number {
  const found = /^Max open files\s+(\d+)\s/m.exec(limits ?? '')?.[1]
  if (found === undefined) return Number.POSITIVE_INFINITY
  return Math.max(Number(found) - OTHER_DESCRIPTORS, Math.floor(Number(found) / 2))
}

function readLimits(): string | null {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return null
  }
}

export interface ConnectionLimit {
  /** A new connection. Closes another one, or this one, when there are too many. */
  add(socket: Socket): void
  size(): number
  /** Resolves when every connection has sent something and that is read, or after this time. */
  heard(milliseconds: number): Promise<void>
}

const POLL_MS = 10

/** A complete iteration of the event loop in between ensures that what has arrived is read; a timer alone does not. */
async function afterReading(): Promise<void> {
  await inNextIteration()
  await inNextIteration()
}

export function createConnectionLimit(most: number, current: (socket: Socket) => Turn | null): ConnectionLimit {
  /** The oldest first. */
  const open = new Set<Socket>()

  function find(isSpare: (turn: Turn | null) => boolean): Socket | null {
    for (const socket of open) if (isSpare(current(socket))) return socket
    return null
  }

  /** Between two requests, or before its first one is complete; otherwise one whose body is still arriving. */
  const spare = (): Socket | null =>
    find((turn) => turn === null) ?? find((turn) => turn !== null && !turn.message.complete)

  function drop(socket: Socket): void {
    open.delete(socket)
    socket.destroy()
  }

  return {
    add(socket) {
      socket.once('close', () => open.delete(socket))
      if (open.size >= most) drop(spare() ?? socket)
      if (!socket.destroyed) open.add(socket)
    },
    size: () => open.size,
    async heard(milliseconds) {
      const end = performance.now() + milliseconds
      const isSilent = ({ bytesRead }: Socket) => bytesRead === 0
      await afterReading()
      while ([...open].some(isSilent) && performance.now() < end) {
        await pause(POLL_MS)
        await afterReading()
      }
    },
  }
}
