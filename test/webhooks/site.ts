/** A project with webhooks, which may send to this machine. */

import { openWebhooks } from '../../src/operate/open-webhooks.ts'
import type { ManagedWebhooks, WantedWebhook, WebhookWithSecret } from '../../src/webhooks/managed-webhooks.ts'
import { type DatabaseKind, openSite, type Site, type SiteSpec } from '../writes/site.ts'

/** A receiver of the test's own shares its process: on a busy machine it may be slow, and is not to be asked twice. */
export const LOCAL = { server: { webhooks: { allowPrivate: ['127.0.0.1'], timeout: 60 } } }

export interface WebhookSite extends Site {
  /** As the command line does it, with everything left out that need not be said. */
  add(url: string, wanted?: Partial<WantedWebhook>): Promise<WebhookWithSecret>
  manage<T>(work: (webhooks: ManagedWebhooks) => Promise<T>): Promise<T>
  /** Rows of the outbox that wait. */
  waiting(): Promise<number>
}

export async function openWebhookSite(kind: DatabaseKind, spec: SiteSpec): Promise<WebhookSite> {
  const site = await openSite(kind, { ...spec, config: { ...LOCAL, ...spec.config } })
  const manage: WebhookSite['manage'] = async (work) => {
    const webhooks = await openWebhooks({ project: site.folder, database: site.database, env: {} })
    try {
      return await work(webhooks)
    } finally {
      await webhooks.close()
    }
  }
  return {
    ...site,
    manage,
    add: (url, wanted = {}) =>
      manage((webhooks) => webhooks.add({ url, name: null, events: [], headers: {}, preset: null, ...wanted })),
    waiting: async () => Number((await site.sql('select count(*) from lectern_outbox where ended is null'))[0]?.[0]),
  }
}
