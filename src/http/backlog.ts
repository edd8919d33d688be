/**
 * Pipelined requests: those with others behind them on their connection. A few of them are under way at a time, in order of
 * arrival, and each starts in its own iteration of the event loop, so that they do not delay clients that wait for each
 * response.
 */

/** Requests under way at a time, of all connections with others behind. */
export const BACKLOG_UNDER_WAY = 4

export interface Backlog<Request> {
  /** Starts the request when it is its turn. */
  enter(request: Request): void
  /** To be called when its response is made, or no longer wanted; also for a request that was never admitted. */
  leave(request: Request): void
  /** From now on they are not limited: at shutdown each of them is refused at once. */
  release(): void
}

export function createBacklog<Request>(begin: (request: Request) => void): Backlog<Request> {
  /** In order of arrival. */
  const waiting = new Set<Request>()
  const underWay = new Set<Request>()
  let most = BACKLOG_UNDER_WAY
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || waiting.size === 0 || underWay.size >= most) return
    isScheduled = true
    setImmediate(next)
  }

  function next(): void {
    isScheduled = false
    const [request] = waiting
    if (request === undefined) return
    waiting.delete(request)
    underWay.add(request)
    begin(request)
    schedule()
  }

  return {
    enter(request) {
      waiting.add(request)
      schedule()
    },
    leave(request) {
      waiting.delete(request)
      if (underWay.delete(request)) schedule()
    },
    release() {
      most = Number.POSITIVE_INFINITY
      schedule()
    },
  }
}
