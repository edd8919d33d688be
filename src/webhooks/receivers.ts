/** The state of each receiver: the number of its requests under way, and how long it is paused after failures. */

import { pauseAfter } from './backoff.ts'

/** Requests at a time, to all receivers together. */
export const REQUESTS = 64

/** How many of these may go to failing receivers: some are always free for a receiver that answers. */
const REQUESTS_TO_FAILING = REQUESTS / 2

/** Requests at a time to each, where there are so few receivers that all of them can have as many. */
const REQUESTS_EACH = 4

export interface Receivers {
  /**
   * The number of further requests for each webhook; webhooks without room are left out. Failing ones come last, and among
   * equals the least recently used is first, so that hanging receivers do not delay others.
   */
  roomOf(webhooks: readonly number[]): ReadonlyMap<number, number>
  /** These failed when another process sent to them. */
  assumeFailing(webhooks: readonly number[]): void
  begin(webhook: number): void
  /**
   * Records the result of a request. Not called for requests aborted by a shutdown, which do not count against the
   * receiver.
   */
  learn(webhook: number, delivered: boolean): void
  end(webhook: number): void
}

interface Receiver {
  /** Requests under way. */
  busy: number
  /** When the last one began. */
  begunAt: number
  /** Failures since the last success. */
  failures: number
  pausedUntil: number
}

export function createReceivers(now: () => number): Receivers {
  const receivers = new Map<number, Receiver>()

  function receiverOf(webhook: number): Receiver {
    const receiver = receivers.get(webhook) ?? { busy: 0, begunAt: 0, failures: 0, pausedUntil: 0 }
    receivers.set(webhook, receiver)
    return receiver
  }

  function roomFor(webhook: number, each: number): number {
    const { busy, failures, pausedUntil } = receiverOf(webhook)
    if (pausedUntil > now()) return 0
    return Math.max(0, (failures > 0 ? 1 : each) - busy)
  }

  function busyFailing(): number {
    return [...receivers.values()].reduce((sum, { busy, failures }) => (failures > 0 ? sum + busy : sum), 0)
  }

  function isBefore(one: number, other: number): number {
    const [a, b] = [receiverOf(one), receiverOf(other)]
    return a.failures - b.failures || a.begunAt - b.begunAt
  }

  return {
    roomOf(webhooks) {
      const each = Math.max(1, Math.min(REQUESTS_EACH, Math.floor(REQUESTS / webhooks.length)))
      const free = webhooks.filter((webhook) => roomFor(webhook, each) > 0).sort(isBefore)
      const answering = free.filter((webhook) => receiverOf(webhook).failures === 0)
      const failing = free.slice(answering.length).slice(0, Math.max(0, REQUESTS_TO_FAILING - busyFailing()))
      return new Map([...answering, ...failing].map((webhook) => [webhook, roomFor(webhook, each)]))
    },
    assumeFailing(webhooks) {
      for (const webhook of webhooks) receiverOf(webhook).failures = 1
    },
    begin(webhook) {
      const receiver = receiverOf(webhook)
      receiver.busy += 1
      receiver.begunAt = now()
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
