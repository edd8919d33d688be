/** The webhooks of a project, as the command line changes them. Each change is one transaction. */

import type { Sent } from './send.ts'
import type { Preset } from './webhook.ts'

export interface ManagedWebhooks {
  /** For people: which database. */
  readonly database: string
  /** Sentences on what was done to open the database. */
  readonly notices: readonly string[]
  list(): Promise<readonly ListedWebhook[]>
  add(wanted: WantedWebhook): Promise<WebhookWithSecret>
  /** `which`: its name or id, here and below. */
  remove(which: string): Promise<ListedWebhook>
  /** For a day, requests are also signed with the old secret. */
  rotate(which: string): Promise<WebhookWithSecret>
  setEnabled(which: string, enabled: boolean): Promise<ListedWebhook>
  /** Sends a test event at once, past the outbox. */
  test(which: string): Promise<Sent & Pick<ListedWebhook, 'name'>>
  /** The newest first; null: of all webhooks. */
  log(which: string | null): Promise<readonly LoggedDelivery[]>
  close(): Promise<void>
}

/** Without the secret and the values of headers. */
export interface ListedWebhook {
  readonly id: number
  readonly name: string
  /** Shortened: an address may hold a key. */
  readonly url: string
  readonly events: readonly string[]
  readonly preset: Preset | null
  /** Names. */
  readonly headers: readonly string[]
  readonly enabled: boolean
  readonly signed: boolean
}

export interface WantedWebhook {
  readonly url: string
  /** Null: after the host of the URL. */
  readonly name: string | null
  /** Empty: all of them. */
  readonly events: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly preset: Preset | null
}

export interface WebhookWithSecret extends ListedWebhook {
  /** Shown now and never again. */
  readonly secret: string
}

export interface LoggedDelivery {
  readonly webhook: string
  /** The same in the header `webhook-id`. */
  readonly message: string
  readonly event: string
  readonly subject: string
  readonly outcome: 'delivered' | 'waiting' | 'failed'
  readonly attempts: number
  readonly status: number | null
  readonly reason: string | null
  /** ISO 8601. */
  readonly created: string
  /** When it ended; null while it waits. */
  readonly ended: string | null
  /** When it is tried next; null when it has ended. */
  readonly next: string | null
}
