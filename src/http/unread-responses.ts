/**
 * Responses that clients have not read yet. They take memory, so each finished one has a deadline, and all of them together
 * have a limit.
 */

import type { ServerResponse } from 'node:http'

/** How often deadlines are checked, in milliseconds. */
const SWEEP_MS = 250

/** Bytes that a client has to read from one deadline to the next. */
const LEAST_PROGRESS = 16 * 1024

/** Milliseconds that a client has at least to read a response, however late it was written. */
const LEAST_TIME = 2_000

export interface UnreadOptions {
  /** Bytes of all of them together. Beyond it, the connection of the slowest client is closed. */
  readonly most: number
  /** Milliseconds from one deadline to the next, for a client that goes on reading. */
  readonly interval: number
}

export interface Sending {
  readonly response: ServerResponse
  /** Bytes that the client has not read, and that are held for it. */
  left(): number
  /** A moment of `performance.now()`: a client that has read nothing by then is disconnected. */
  readonly deadline: number
  /** The buffer that several clients are sent from: its bytes count once. */
  readonly shared?: Buffer
}

export interface UnreadResponses {
  /** Called when the response is complete, or waits for its client. The returned function stops watching. */
  watch(sending: Sending): () => void
}

interface Held extends Sending {
  readonly began: number
  readonly bytes: number
  deadline: number
  /** Bytes left at the last deadline. */
  leftBefore: number
}

export function createUnreadResponses({ most, interval }: UnreadOptions): UnreadResponses {
  const held = new Set<Held>()
  const sharers = new Map<Buffer, number>()
  let total = 0
  let timer: NodeJS.Timeout | null = null

  function sweep(): void {
    timer = null
    const now = performance.now()
    for (const one of held) {
      if (now < one.deadline) continue
      const left = one.left()
      if (left > one.leftBefore - LEAST_PROGRESS) hangUp(one)
      one.leftBefore = left
      one.deadline = now + interval
    }
    schedule()
  }

  function schedule(): void {
    if (timer !== null || held.size === 0) return
    timer = setTimeout(sweep, SWEEP_MS)
    timer.unref()
  }

  function add(one: Held): void {
    held.add(one)
    if (share(one, 1) === 1) total += one.bytes
  }

  function release(one: Held): void {
    if (held.delete(one) && share(one, -1) === 0) total -= one.bytes
  }

  /** How many clients share its bytes after one is added (1) or removed (-1). */
  function share({ shared }: Held, change: 1 | -1): number {
    if (shared === undefined) return Math.max(0, change)
    const count = (sharers.get(shared) ?? 0) + change
    if (count === 0) sharers.delete(shared)
    else sharers.set(shared, count)
    return count
  }

  function hangUp(one: Held): void {
    release(one)
    one.response.socket?.destroy()
  }

  return {
    watch({ response, left, deadline, shared }) {
      // Zero as soon as the operating system has all of it, which is at once for nearly all of them.
      const unread = left()
      if (unread === 0) return NOTHING_HELD
      const bytes = shared?.length ?? unread
      const began = performance.now()
      const latest = Math.max(deadline, began + LEAST_TIME)
      const sending = { response, left, deadline: latest, ...(shared === undefined ? {} : { shared }) }
      const one: Held = { ...sending, began, bytes, leftBefore: unread }
      add(one)
      const onClose = () => release(one)
      response.once('close', onClose)
      while (total > most && held.size > 1) hangUp(slowest(held, one))
      schedule()
      return () => {
        release(one)
        response.off('close', onClose)
      }
    },
  }
}

const NOTHING_HELD = () => undefined

/** By bytes a second so far; the newest had no time yet. */
function slowest(held: ReadonlySet<Held>, newest: Held): Held {
  const now = performance.now()
  const paceOf = (one: Held) => (one.bytes - one.left()) / (now - one.began + 1)
  return [...held].filter((one) => one !== newest).reduce((slow, one) => (paceOf(one) < paceOf(slow) ? one : slow))
}
