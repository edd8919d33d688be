/**
 * How many uploads are received at a time. Each has a file open for as long as its client takes; the others wait without one,
 * and nothing of them is read. No caller has all places: slow uploads of one do not keep out those of others.
 */

/** Few enough that their files fit into the descriptors that connections leave. */
export const MOST_UPLOADS = 64
export const MOST_OF_CALLER = 48

export interface UploadSlots {
  /** `signal`: aborted when the client has gone. */
  run<T>(caller: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly caller: string
  readonly begin: () => void
}

export function createUploadSlots(most = MOST_UPLOADS, mostOfCaller = MOST_OF_CALLER): UploadSlots {
  const running = new Map<string, number>()
  const waiting = new Set<Waiting>()
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
    for (const next of waiting) {
      if (taken >= most) return
      if (!hasRoom(next.caller)) continue
      waiting.delete(next)
      take(next.caller)
      next.begin()
    }
  }

  function turn(caller: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(one)
        reject(signal?.reason)
      }
      const begin = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const one: Waiting = { caller, begin }
      waiting.add(one)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    async run(caller, signal, work) {
      signal?.throwIfAborted()
      if (hasRoom(caller)) take(caller)
      else await turn(caller, signal)
      try {
        return await work()
      } finally {
        leave(caller)
      }
    },
  }
}
