/** Lectern's own tables for webhooks, in addition to Strapi's. Their rows are deleted with the webhook. */

import { columnOf, type ForeignKeyDefinition, index, type TableDefinition, uniqueIndex } from './table-definition.ts'

/** Data without a column in `strapi_webhooks`: signature keys, and the preset of the body. */
export const WEBHOOK_KEYS = 'lectern_webhooks'
/** Events that are to be sent, and for some days those that were. */
export const OUTBOX = 'lectern_outbox'
/** The lease of the process that sends events. */
export const LEASES = 'lectern_leases'

const ofWebhook = (table: string): ForeignKeyDefinition => ({
  name: `${table}_webhook_fk`,
  column: 'webhook_id',
  references: 'strapi_webhooks',
  onDelete: 'cascade',
})

export const WEBHOOK_TABLES: readonly TableDefinition[] = [
  {
    name: WEBHOOK_KEYS,
    columns: [
      columnOf('id', 'id'),
      columnOf('webhook_id', 'integer'),
      columnOf('secret', 'string'),
      columnOf('preset', 'string'),
      columnOf('old_secret', 'string'),
      columnOf('old_secret_until', 'bigint'),
    ],
    indexes: [uniqueIndex('lectern_webhooks_webhook_uq', 'webhook_id')],
    foreignKeys: [ofWebhook(WEBHOOK_KEYS)],
  },
  {
    name: OUTBOX,
    columns: [
      columnOf('id', 'id'),
      columnOf('webhook_id', 'integer'),
      columnOf('message', 'string'),
      columnOf('event', 'string'),
      columnOf('subject', 'string'),
      columnOf('body', 'text'),
      columnOf('created', 'bigint'),
      columnOf('due', 'bigint'),
      columnOf('ended', 'bigint'),
      columnOf('attempts', 'integer'),
      columnOf('status', 'integer'),
      columnOf('reason', 'string'),
    ],
    indexes: [
      // A partial index: many more events have been sent than are waiting.
      {
        ...index('lectern_outbox_waiting_idx', 'webhook_id', 'subject', 'id'),
        where: { column: 'ended', isNull: true },
      },
      index('lectern_outbox_ended_idx', 'ended'),
      index('lectern_outbox_webhook_idx', 'webhook_id', 'id'),
    ],
    foreignKeys: [ofWebhook(OUTBOX)],
  },
  {
    name: LEASES,
    columns: [
      columnOf('id', 'id'),
      columnOf('name', 'string'),
      columnOf('holder', 'string'),
      columnOf('expires', 'bigint'),
    ],
    indexes: [uniqueIndex('lectern_leases_name_uq', 'name')],
    foreignKeys: [],
  },
]
