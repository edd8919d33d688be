/** Sends events to one client, no faster than it reads: a slow client skips states and gets the latest one. */

/** Milliseconds of silence before a heartbeat. */
const HEARTBEAT_MS = 15_000

interface Frame {
  readonly tag: string
  readonly text: string | Buffer
}

export interface Outlet {
  /** Chunks of the response, once. The first one comes at once. */
  chunks(): AsyncGenerator<string | Buffer, void, void>
  /** Sent unless the client has it already; what still waits is replaced. */
  offer(frame: Frame): void
  /** Drops what still waits, until it is offered again. */
  withdraw(): void
  /** Sends a heartbeat where nothing was sent for a while. */
  beat(): void
  /** Ends the stream after this text, if any. */
  end(lastText?: string): void
  /** Ends it with an error, without an `end` event. */
  fail(error: unknown): void
}

export interface OutletParts {
  readonly first: string
  readonly heartbeat: string
  /** The tag of the state that the client has already; null: none. */
  readonly seen: string | null
  /** Called when nothing more will be sent. */
  readonly onOver: () => void
  readonly now?: () => number
}

export function createOutlet({ first, heartbeat, seen, onOver, now = () => performance.now() }: OutletParts): Outlet {
  let sentTag = seen
  let waiting: Frame | null = null
  let next: string | null = first
  let isOver = false
  let failure: { readonly error: unknown } | null = null
  let sentAt = now()
  /** Set while the client has read everything. */
  let wake: (() => void) | null = null

  function take(): string | Buffer | null {
    const text = next ?? waiting?.text ?? null
    if (next === null && waiting !== null) {
      sentTag = waiting.tag
      waiting = null
    }
    next = null
    if (text !== null) sentAt = now()
    return text
  }

  function awaken(): void {
    wake?.()
    wake = null
  }

  const news = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  async function* chunks(): AsyncGenerator<string | Buffer, void, void> {
    try {
      for (;;) {
        const text = take()
        if (text !== null) yield text
        else if (failure !== null) throw failure.error
        else if (isOver) return
        else await news()
      }
    } finally {
      onOver()
    }
  }

  return {
    chunks,
    offer(frame) {
      if (isOver) return
      waiting = frame.tag === sentTag ? null : frame
      if (waiting !== null) awaken()
    },
    withdraw() {
      waiting = null
    },
    beat() {
      if (isOver || wake === null || now() - sentAt < HEARTBEAT_MS) return
      next = heartbeat
      awaken()
    },
    end(lastText) {
      if (isOver) return
      isOver = true
      waiting = null
      next = lastText ?? next
      awaken()
    },
    fail(error) {
      if (isOver) return
      isOver = true
      failure = { error }
      awaken()
    },
  }
}
