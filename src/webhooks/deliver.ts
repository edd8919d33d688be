/**
 * Sends what is in the outbox: at least once, the events of one document in their order, some documents at a time. Failed
 * events are retried with a backoff; a receiver that fails gets a pause, and is then tried with one event.
 */

import type { WebhookSettings } from '../config/settings.ts'
import { backoffAfter } from './backoff.ts'
import { coalesce } from './coalesce.ts'
import { createOutage } from './outage.ts'
import type { Delivery, Outbox, Settlement } from './outbox.ts'
import { createReceivers, REQUESTS } from './receivers.ts'
import type { Send, Sent } from './send.ts'

/** Milliseconds between polls of the outbox: other processes write to it too. */
const INTERVAL_MS = 1_000
/** An event without a result is sent again after the longest time that a request may take. */
const MARGIN_MS = 5_000
/** How long the outbox keeps what was sent, for `lectern webhook log`, and what was not. */
export const RETENTION_MS = 7 * 24 * 60 * 60 * 1_000
const PRUNE_EVERY_MS = 10 * 60 * 1_000
/** Milliseconds that requests have to finish at shutdown. */
const SHUTDOWN_MS = 3_000

export interface DeliveryNews {
  readonly delivery: Delivery
  readonly sent: Sent
  /** Null: it has ended, delivered or given up. */
  readonly retryAt: number | null
}

export interface DelivererParts {
  readonly outbox: Outbox
  readonly send: Send
  readonly settings: Pick<WebhookSettings, 'timeout' | 'attempts'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds of a monotonic clock. */
  readonly uptime: () => number
  /** The outcome of each attempt. */
  readonly report: (news: DeliveryNews) => void
  /** Called when the database failed; the work is tried again, and an outage is reported once. */
  readonly onFailure: (error: unknown) => void
}

export interface Deliverer {
  /** Starts polling the outbox. */
  start(): void
  /** Polls at once: something was added. */
  wake(): void
  /** Sends what is due, and resolves when it is sent. */
  deliverDue(): Promise<void>
  /** Shutdown has begun: what is not sent within a few seconds from now is left to the next process. */
  stop(): void
  /** Finishes what is under way, as far as there is time. */
  close(): Promise<void>
}

export function createDeliverer(parts: DelivererParts): Deliverer {
  const { outbox, send, settings, now, uptime, report, onFailure } = parts
  const receivers = createReceivers(uptime)
  const outage = createOutage(uptime, onFailure)
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let late: NodeJS.Timeout | null = null
  let isClosing = false
  let holdsLease = false
  let knowsFailing = false
  let prunedAt = Number.NEGATIVE_INFINITY

  async function poll(): Promise<void> {
    const at = now()
    const webhooks = (await outbox.webhooks()).filter(({ enabled }) => enabled)
    if (!knowsFailing && webhooks.length > 0) receivers.assumeFailing(await outbox.failing())
    knowsFailing ||= webhooks.length > 0
    const room = receivers.roomOf(webhooks.map(({ id }) => id))
    const most = REQUESTS - underWay.size
    if (room.size === 0 || most <= 0) return
    const claim = { room, most, now: at, until: at + settings.timeout + MARGIN_MS }
    const deliveries = await outbox.claim(claim, webhooks)
    holdsLease ||= deliveries.length > 0
    for (const delivery of deliveries) begin(delivery)
    if (holdsLease && uptime() - prunedAt >= PRUNE_EVERY_MS) {
      prunedAt = uptime()
      await outbox.prune(at - RETENTION_MS)
    }
  }

  function begin(delivery: Delivery): void {
    const { id } = delivery.webhook
    receivers.begin(id)
    const done = deliver(delivery)
      .catch(onFailure)
      .finally(() => {
        receivers.end(id)
        underWay.delete(done)
        wake()
      })
    underWay.add(done)
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const sent = await send(delivery.webhook, delivery.message, stopping.signal)
    // Aborted by the shutdown: the next process sends it again.
    if (!sent.delivered && stopping.signal.aborted) return
    receivers.learn(delivery.webhook.id, sent.delivered)
    const settlements = settlementsOf(delivery, sent, settings.attempts, now())
    await outbox.settle(settlements, now())
    report({ delivery, sent, retryAt: settlements[0]?.retryAt ?? null })
  }

  const polls = coalesce(
    () => poll().then(outage.over, outage.failed),
    () => isClosing,
  )
  const wake = polls.request

  async function untilIdle(): Promise<void> {
    while (polls.running() !== null || underWay.size > 0) {
      await polls.running()
      await Promise.all(underWay)
    }
  }

  function stop(): void {
    late ??= setTimeout(() => {
      isClosing = true
      stopping.abort()
    }, SHUTDOWN_MS).unref()
  }

  return {
    stop,
    start: () => {
      timer ??= setInterval(wake, INTERVAL_MS).unref()
    },
    wake,
    deliverDue: async () => {
      wake()
      await untilIdle()
    },
    close: async () => {
      isClosing = true
      if (timer !== null) clearInterval(timer)
      stop()
      await untilIdle()
      if (late !== null) clearTimeout(late)
      if (holdsLease) await outbox.release().catch(onFailure)
    },
  }
}

function settlementsOf({ attempts }: Delivery, sent: Sent, most: number, now: number): readonly Settlement[] {
  return attempts.map((attempt) => {
    const isOver = sent.delivered || attempt.attempts >= most
    const retryAt = isOver ? null : now + backoffAfter(attempt.attempts)
    return { attempt, retryAt, status: sent.status, reason: sent.reason }
  })
}
