/**
 * How many uploads are received at a time. Each has a file open for as long as its client takes; the others wait without one,
 * and nothing of them is read. No caller has all places: slow uploads of one do not keep out those of others.
 */

import { type Queue, waitForTurn } from './wait-for-turn.ts'

/** Few enough that their files fit into the descriptors that connections leave. */
const MOST_UPLOADS = 64
export const MOST_OF_CALLER = 48

export interface UploadSlots {
  /** `signal`: aborted when the client has gone. */
  run<T>(caller: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>
}

export function createUploadSlots(most = MOST_UPLOADS, mostOfCaller = MOST_OF_CALLER): UploadSlots {
  const running = new Map<string, number>()
  /** The function that starts each waiting upload, and its caller. */
  const waiting = new Map<() => void, string>()
  let taken = 0

  const ofCaller = (caller: string) => running.get(caller) ?? 0
  const hasRoom = (caller: string) => taken < most && ofCaller(caller) < mostOfCaller

  function take(caller: string): void {
    taken += 1
    running.set(caller, ofCaller(caller) + 1)
  }

  function leave(caller: string): void {
    taken -= 1
    if (ofCaller(caller) === 1) running.delete(caller)
    else running.set(caller, ofCaller(caller) - 1)
    beginNext()
  }

  /** In order of arrival, past those whose caller has enough. */
  function beginNext(): void {
    for (const [begin, caller] of waiting) {
      if (taken >= most) return
      if (!hasRoom(caller)) continue
      waiting.delete(begin)
      take(caller)
      begin()
    }
  }

  const queueOf = (caller: string): Queue => ({
    join: (begin) => waiting.set(begin, caller),
    leave: (begin) => waiting.delete(begin),
  })

  return {
    async run(caller, signal, work) {
      signal?.throwIfAborted()
      if (hasRoom(caller)) take(caller)
      else await waitForTurn(queueOf(caller), signal)
      try {
        return await work()
      } finally {
        leave(caller)
      }
    },
  }
}
