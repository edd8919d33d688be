/** An open project that may have to be reopened, as when its database file was replaced: without delaying requests. */

/** How often the identity is checked, in milliseconds. */
const INTERVAL = 250
/** After an opening that failed for a reason that may pass. */
const RETRY_INTERVAL = 5_000

export type Release = () => void

export interface Reopening<Opened> {
  /**
   * Runs `work` with the open project, which is not closed before it ends. Work that continues afterwards calls `hold` at
   * once; the project then stays open until the returned function is called.
   */
  use<T>(work: (opened: Opened, hold: () => Release) => Promise<T>): Promise<T>
  current(): Opened
  /** Whether the current one must not be used: what is there now cannot be opened, and the current one would show too much. */
  isUnsafe(): boolean
  /** Resolves when what is being opened has been, or could not be; at once where nothing is. */
  settled(): Promise<void>
  /** Looks at once whether it has to be reopened; true when another project is in use than the given one. */
  renewed(opened: Opened): Promise<boolean>
  close(): Promise<void>
}

export interface ReopeningParts<Opened> {
  readonly first: Opened
  /** Identifies what an open project was made from; null where it is unknown. */
  identityOf(opened: Opened): string | null
  /** Identifies what is there now; null while there is nothing. `isUrgent`: a request waits for it. */
  findIdentity(opened: Opened, isUrgent: boolean): Promise<string | null>
  /** `found`: the identity of what is there now. */
  open(found: string, before: Opened): Promise<Opened>
  closeOne(opened: Opened): Promise<void>
  onOpen(opened: Opened): void
  /** Ends what would go on with one that was replaced. */
  retire(opened: Opened): void
  onFailure(error: unknown): void
  /** Asked while something else is there, or cannot be opened: whether the current one would show too much. It is tried again. */
  isUnsafe(opened: Opened): Promise<boolean>
  /** Whether to try again although nothing has changed. */
  isTransient(error: unknown): boolean
}

interface Held<Opened> {
  readonly opened: Opened
  busy: number
  isReplaced: boolean
}

export function createReopening<Opened>(parts: ReopeningParts<Opened>): Reopening<Opened> {
  const hold = (opened: Opened): Held<Opened> => ({ opened, busy: 0, isReplaced: false })
  let current = hold(parts.first)
  let known = parts.identityOf(parts.first)
  let looking: Promise<void> | null = null
  let opening: Promise<void> | null = null
  /** The identity that could not be opened, and when to try it again. Any other identity is opened at once. */
  let failed: string | null = null
  let notBefore = 0
  let isClosed = false
  let isUnsafe = false
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

  async function look(isUrgent: boolean): Promise<void> {
    const found = await parts.findIdentity(current.opened, isUrgent)
    // A deleted file may come back; the open one can still be read.
    if (found === null || found === known || isClosed) return
    if (found === failed && performance.now() < notBefore) return
    opening = openAnew(found)
    await opening
  }

  async function openAnew(found: string): Promise<void> {
    try {
      // Opening takes a while, in which the current one would be used.
      if (!isUnsafe && (await parts.isUnsafe(current.opened))) stopUsing()
      const opened = await parts.open(found, current.opened)
      const before = current
      current = hold(opened)
      known = parts.identityOf(opened)
      isUnsafe = false
      before.isReplaced = true
      parts.retire(before.opened)
      closeUnused(before)
      parts.onOpen(opened)
    } catch (error) {
      failed = found
      if (await parts.isUnsafe(current.opened)) stopUsing()
      if (isUnsafe || parts.isTransient(error)) notBefore = performance.now() + RETRY_INTERVAL
      else known = found
      parts.onFailure(error)
    }
  }

  /** Live responses end, too. Files that are brought up to date later are noticed by trying again. */
  function stopUsing(): void {
    if (!isUnsafe) parts.retire(current.opened)
    isUnsafe = true
    known = null
  }

  function lookOnce(isUrgent: boolean): Promise<void> {
    looking ??= look(isUrgent).finally(() => {
      looking = null
    })
    return looking
  }

  const timer = setInterval(() => void lookOnce(false), INTERVAL)
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
    isUnsafe: () => isUnsafe,
    settled: async () => {
      await opening
    },
    renewed: async (opened) => {
      // A check that is already running may have begun before the change.
      await looking
      if (current.opened === opened) await lookOnce(true)
      return current.opened !== opened
    },
    close: async () => {
      clearInterval(timer)
      isClosed = true
      await opening
      await Promise.all(closing)
      await parts.closeOne(current.opened)
    },
  }
}
