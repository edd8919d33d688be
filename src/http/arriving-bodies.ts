/**
 * Bodies that are arriving, other than uploads. Slow clients make them take memory for long, so all of them together have a
 * limit: beyond it, the one that has been arriving for the longest is dropped.
 */

/** Bytes of all of them together. */
export const ARRIVING_BYTES = 64 * 1024 * 1024

export interface ArrivingBodies {
  /** `giveUp`: called when the body has to be dropped. It must end the request. */
  begin(giveUp: () => void): ArrivingBody
}

interface ArrivingBody {
  add(bytes: number): void
  end(): void
}

interface Held {
  bytes: number
  giveUp(): void
}

/** `largest`: the maximum size of one body; there is always room for a few of them. */
export function createArrivingBodies(largest: number, most = Math.max(ARRIVING_BYTES, largest * 4)): ArrivingBodies {
  /** In order of arrival. */
  const held = new Set<Held>()
  let total = 0

  function release(one: Held): void {
    if (held.delete(one)) total -= one.bytes
  }

  function makeRoom(): void {
    for (const oldest of held) {
      if (total <= most || held.size === 1) return
      release(oldest)
      oldest.giveUp()
    }
  }

  return {
    begin(giveUp) {
      const one: Held = { bytes: 0, giveUp }
      held.add(one)
      return {
        add(bytes) {
          if (!held.has(one)) return
          one.bytes += bytes
          total += bytes
          makeRoom()
        },
        end: () => release(one),
      }
    },
  }
}
