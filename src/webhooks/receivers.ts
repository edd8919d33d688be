/** How each receiver fares: how many requests are under way to it, and how long it is left alone after failures. */

import { pauseAfter } from './backoff.ts'

/** Requests at a time to each. */
const REQUESTS_EACH = 4

export interface Receivers {
  /** How many more requests each webhook may get; those that may get none are left out, and the least busy come first. */
  roomOf(webhooks: readonly number[]): ReadonlyMap<number, number>
  begin(webhook: number): void
  /** What came of a request. Not called, as at shutdown, it does not count against the receiver. */
  learn(webhook: number, delivered: boolean): void
  end(webhook: number): void
}

interface Receiver {
  /** Requests under way. */
  busy: number
  /** Failures since the last success. */
  failures: number
  pausedUntil: number
}

export function createReceivers(now: () => number): Receivers {
  const receivers = new Map<number, Receiver>()

  function receiverOf(webhook: number): Receiver {
    const receiver = receivers.get(webhook) ?? { busy: 0, failures: 0, pausedUntil: 0 }
    receivers.set(webhook, receiver)
    return receiver
  }

  function roomFor(webhook: number): number {
    const { busy, failures, pausedUntil } = receiverOf(webhook)
    if (pausedUntil > now()) return 0
    return Math.max(0, (failures > 0 ? 1 : REQUESTS_EACH) - busy)
  }

  return {
    roomOf(webhooks) {
      const rooms = webhooks.map((webhook) => [webhook, roomFor(webhook)] as const)
      return new Map(rooms.filter(([, room]) => room > 0).sort(([, a], [, b]) => b - a))
    },
    begin(webhook) {
      receiverOf(webhook).busy += 1
    },
    learn(webhook, delivered) {
      const receiver = receiverOf(webhook)
      receiver.failures = delivered ? 0 : receiver.failures + 1
      receiver.pausedUntil = delivered ? 0 : now() + pauseAfter(receiver.failures)
    },
    end(webhook) {
      receiverOf(webhook).busy -= 1
    },
  }
}
