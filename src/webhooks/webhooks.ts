/** Webhooks of an open project: which there are, and the deliverer that sends to them. */

import { randomUUID } from 'node:crypto'
import type { Moment } from '../cache/revisions.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { Log } from '../config/log.ts'
import type { WebhookSettings } from '../config/settings.ts'
import type { Database, WritableDatabase } from '../execute/database.ts'
import type { Observer } from '../execute/observer.ts'
import type { Syntax } from '../sql/sql.ts'
import { WEBHOOKS } from '../tables/service-tables.ts'
import { createDeliverer, type Deliverer, type DeliveryNews } from './deliver.ts'
import { createOutbox } from './outbox.ts'
import { createSend } from './send.ts'
import type { Webhook } from './webhook.ts'

export interface Webhooks extends Pick<Deliverer, 'start' | 'wake' | 'stop' | 'close'> {
  /** Webhooks that are sent events of writes. Read again only when their table has changed. */
  enabled(at: Moment | null): Promise<readonly Webhook[]>
  /** Events that are still to be delivered. */
  waiting(): Promise<number>
}

export interface WebhooksParts {
  readonly database: Pick<Database, 'run'>
  readonly writer: Pick<WritableDatabase, 'transaction'>
  readonly syntax: Syntax
  readonly settings: WebhookSettings
  readonly version: string
  readonly observer: Pick<Observer, 'delivered'>
  readonly logger: Log | undefined
}

const TABLES = [WEBHOOKS]

export function createWebhooks(parts: WebhooksParts): Webhooks {
  const { database, writer, syntax, settings, version, observer, logger } = parts
  const outbox = createOutbox({
    read: (statement) => database.run(statement),
    transaction: (work) => writer.transaction(work),
    syntax,
    holder: randomUUID(),
  })
  const deliverer = createDeliverer({
    outbox,
    send: createSend({ settings, version, now: Date.now }),
    settings,
    now: Date.now,
    uptime: () => performance.now(),
    report: (news) => {
      observer.delivered(outcomeOf(news))
      if (logger !== undefined) logNews(logger, news, settings.attempts)
    },
    onFailure: (error) => logger?.warn({ err: error }, 'webhooks: the outbox could not be read or written'),
  })
  const known = createStampedCache<readonly Webhook[]>()
  const readEnabled = async () => (await outbox.webhooks()).filter(({ enabled }) => enabled)
  return {
    ...deliverer,
    enabled: async (at) => (await known.get('enabled', at?.stampOf(TABLES) ?? null, readEnabled)) ?? [],
    waiting: outbox.waiting,
  }
}

function outcomeOf({ sent, retryAt }: DeliveryNews): 'delivered' | 'retried' | 'failed' {
  if (sent.delivered) return 'delivered'
  return retryAt === null ? 'failed' : 'retried'
}

/** Names the webhook, and never its address or headers, which may hold keys. */
function logNews(logger: Log, { delivery, sent, retryAt }: DeliveryNews, most: number): void {
  const { webhook, message, subject, attempts } = delivery
  const [first] = attempts
  const about = { webhook: webhook.id, event: message.event, subject, attempt: first?.attempts, status: sent.status }
  const what = `webhook ${webhook.name}: ${message.event}`
  const failure = `${what} not delivered (${sent.reason}), attempt ${first?.attempts} of ${most}`
  if (sent.delivered) logger.debug({ delivery: about }, `${what} delivered`)
  else if (retryAt === null) logger.error({ delivery: about }, `${failure}: given up`)
  else logger.warn({ delivery: about }, `${failure}, next one at ${new Date(retryAt).toISOString()}`)
}
