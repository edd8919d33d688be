/** An open project whose database file may be replaced: it is then reopened, without delaying requests. */

import type { Identity } from '../dialects/backend.ts'

/** How often the file is checked, in milliseconds. */
const INTERVAL = 250

export type Release = () => void

export interface Reopening<Opened> {
  /**
   * Does the work with the open project, which is not closed before the work is done. What goes on afterwards, and began
   * at once, calls `hold`; the project then stays open until what that returned is called.
   */
  use<T>(work: (opened: Opened, hold: () => Release) => Promise<T>): Promise<T>
  current(): Opened
  /** Looks at once whether the file was replaced; true when another project is in use than the given one. */
  renewed(opened: Opened): Promise<boolean>
  close(): Promise<void>
}

export interface ReopeningParts<Opened> {
  readonly first: Opened
  /** Of the file that `first` has open. */
  readonly known: string | null
  readonly identity: Identity
  open(): Promise<Opened>
  closeOne(opened: Opened): Promise<void>
  onOpen(opened: Opened): void
  /** Ends what would go on with one that was replaced. */
  retire(opened: Opened): void
  onFailure(error: unknown): void
}

interface Held<Opened> {
  readonly opened: Opened
  busy: number
  isReplaced: boolean
}

export function createReopening<Opened>(parts: ReopeningParts<Opened>): Reopening<Opened> {
  const hold = (opened: Opened): Held<Opened> => ({ opened, busy: 0, isReplaced: false })
  let current = hold(parts.first)
  let { known } = parts
  let looking: Promise<void> | null = null
  const closing = new Set<Promise<void>>()

  function closeUnused(held: Held<Opened>): void {
    if (!held.isReplaced || held.busy > 0) return
    const closed = parts.closeOne(held.opened).catch(parts.onFailure)
    closing.add(closed)
    void closed.finally(() => closing.delete(closed))
  }

  function keep(held: Held<Opened>): Release {
    held.busy += 1
    return () => {
      held.busy -= 1
      closeUnused(held)
    }
  }

  async function look(): Promise<void> {
    const found = await parts.identity()
    // A deleted file may come back; the open one can still be read.
    if (found === null || found === known) return
    known = found
    try {
      const opened = await parts.open()
      const before = current
      current = hold(opened)
      before.isReplaced = true
      parts.retire(before.opened)
      closeUnused(before)
      parts.onOpen(opened)
    } catch (error) {
      parts.onFailure(error)
    }
  }

  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }

  const timer = setInterval(() => void lookOnce(), INTERVAL)
  timer.unref()

  return {
    use: async (work) => {
      const held = current
      const release = keep(held)
      try {
        return await work(held.opened, () => keep(held))
      } finally {
        release()
      }
    },
    current: () => current.opened,
    renewed: async (opened) => {
      await lookOnce()
      return current.opened !== opened
    },
    close: async () => {
      clearInterval(timer)
      await looking
      await Promise.all(closing)
      await parts.closeOne(current.opened)
    },
  }
}
