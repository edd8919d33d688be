/** Reads of changed questions, a few at a time: requests must not wait behind all of them. */

import type { Moment } from '../cache/revisions.ts'

const AT_ONCE = 4

export interface PacedReads<Item> {
  /** Runs the work when it is its turn; an item that already waits runs once, with the later moment. */
  add(item: Item, at: Moment): void
}

/** `work` must not reject. */
export function createPacedReads<Item>(work: (item: Item, at: Moment) => Promise<void>): PacedReads<Item> {
  const queue = new Map<Item, Moment>()
  let running = 0

  function begin(): void {
    for (const [item, at] of queue) {
      if (running >= AT_ONCE) return
      queue.delete(item)
      running += 1
      void work(item, at).finally(() => {
        running -= 1
        begin()
      })
    }
  }

  return {
    add(item, at) {
      queue.set(item, at)
      begin()
    },
  }
}
