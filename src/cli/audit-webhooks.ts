/** Writes changes of webhooks to the audit log, without secrets and headers. */

import type { ManagedWebhooks } from '../webhooks/managed-webhooks.ts'
import type { Audited } from './command-audit.ts'

export function auditWebhooks(webhooks: ManagedWebhooks, audited: Audited): ManagedWebhooks {
  return {
    ...webhooks,
    add: (wanted) =>
      audited('webhook.add', webhooks.add(wanted), ({ id, name, url, events, preset }) => ({
        webhook: id,
        name,
        url,
        events,
        preset,
      })),
    remove: (which) => audited('webhook.remove', webhooks.remove(which), ({ id, name }) => ({ webhook: id, name })),
    rotate: (which) => audited('webhook.rotate', webhooks.rotate(which), ({ id, name }) => ({ webhook: id, name })),
    setEnabled: (which, enabled) =>
      audited(enabled ? 'webhook.enable' : 'webhook.disable', webhooks.setEnabled(which, enabled), ({ id, name }) => ({
        webhook: id,
        name,
      })),
  }
}
