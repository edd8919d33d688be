/** Runs work one at a time: any number of requests during a run cause one more run afterwards. */

export interface Coalesced {
  request(): void
  /** Resolves when no run is left; null where none is under way. */
  running(): Promise<void> | null
}

/** `work` must not reject. Nothing is run any more once `isClosed`. */
export function coalesce(work: () => Promise<void>, isClosed: () => boolean): Coalesced {
  let running: Promise<void> | null = null
  let isRequested = false

  async function runWhileRequested(): Promise<void> {
    while (isRequested && !isClosed()) {
      isRequested = false
      await work()
    }
  }

  return {
    request() {
      if (isClosed()) return
      isRequested = true
      running ??= runWhileRequested().finally(() => {
        running = null
      })
    },
    running: () => running,
  }
}
