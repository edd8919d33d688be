/** The statements on the outbox. Times are milliseconds since 1970; what has not ended is still to be sent. */

import { newDocumentId } from '../schema/document-id.ts'
import { bind, integer, join, name, type Sql, sql } from '../sql/sql.ts'
import { assign, deleteWhere, insertRows, updateWhere } from '../sql/write-rows.ts'
import { OUTBOX } from '../tables/webhook-tables.ts'
import { PURGE_EVENT } from '../vocabulary/webhook-events.ts'
import { LONGEST_MS } from './backoff.ts'
import type { Webhook } from './webhook.ts'

/** An event for one webhook. */
export interface OutboxEntry {
  readonly webhook: Pick<Webhook, 'id' | 'preset'>
  readonly event: string
  /** Events of one subject are delivered in their order. */
  readonly subject: string
  readonly body: string
  /** The cache tag to purge. */
  readonly tag: string
}

export function addToOutbox(entries: readonly OutboxEntry[], now: number): Sql {
  return insertRows(
    OUTBOX,
    entries.map(({ webhook, event, subject, body, tag }) => {
      const purges = webhook.preset === 'cache-tags'
      return assign({
        webhook_id: bind(webhook.id),
        message: bind(`msg_${newDocumentId()}`),
        event: bind(purges ? PURGE_EVENT : event),
        subject: bind(purges ? PURGE_EVENT : subject),
        body: bind(purges ? tag : body),
        created: bind(now),
        due: bind(now),
        attempts: integer(0),
      })
    }),
  )
}

const list = (ids: readonly number[]): Sql => join(ids.map(bind), ', ')

/**
 * The first event of each subject, where its time has come: at once if it was never tried. A later attempt is at most
 * `LONGEST_MS` away; one that is further away was scheduled before the clock was set back.
 */
function due(webhooks: readonly number[], now: number): Sql {
  const outbox = name(OUTBOX)
  const isTime = sql`(o."attempts" = 0 or o."due" <= ${bind(now)} or o."due" > ${bind(now + LONGEST_MS)})`
  return sql`${outbox} as o where o."ended" is null and o."webhook_id" in (${list(webhooks)}) and ${isTime} and not exists (select 1 from ${outbox} as e where e."ended" is null and e."webhook_id" = o."webhook_id" and e."subject" = o."subject" and e."id" < o."id")`
}

/** Gives a row if there is any. */
export function anyDue(webhooks: readonly number[], now: number): Sql {
  return sql`select 1 from ${due(webhooks, now)} limit 1`
}

/** Bodies may have a megabyte each: no more are read than are sent. */
export function dueRows(webhook: number, now: number, most: number): Sql {
  return sql`select o."id", o."webhook_id", o."message", o."event", o."subject", o."body", o."attempts" from ${due([webhook], now)} order by o."id" limit ${integer(most)}`
}

/** All events waiting behind it, which are sent together. */
export function sameSubject(webhook: number, subject: string, most: number): Sql {
  return sql`select "id", "body", "attempts" from ${name(OUTBOX)} where "ended" is null and "webhook_id" = ${bind(webhook)} and "subject" = ${bind(subject)} order by "id" limit ${integer(most)}`
}

/** Begins an attempt. If it is never heard of again, the row is due at `due`. */
export function claimRows(ids: readonly number[], due: number): Sql {
  const changes = [...assign({ due: bind(due) }), { column: 'attempts', value: sql`"attempts" + 1` }]
  return updateWhere(OUTBOX, changes, sql`"id" in (${list(ids)})`)
}

export interface Attempt {
  readonly id: number
  /** The number of the attempt: a late result of an earlier attempt does not overwrite a newer one. */
  readonly attempts: number
}

export interface Result {
  readonly status: number | null
  /** Null where it was delivered. */
  readonly reason: string | null
}

export function retryRow({ id, attempts }: Attempt, { status, reason }: Result, due: number): Sql {
  const values = { due: bind(due), status: bind(status), reason: bind(reason) }
  return updateWhere(OUTBOX, assign(values), isAttempt(id, attempts))
}

/** Delivered, or given up. */
export function endRow({ id, attempts }: Attempt, { status, reason }: Result, now: number): Sql {
  const values = { ended: bind(now), status: bind(status), reason: bind(reason), body: sql`null` }
  return updateWhere(OUTBOX, assign(values), isAttempt(id, attempts))
}

function isAttempt(id: number, attempts: number): Sql {
  return sql`"id" = ${bind(id)} and "attempts" = ${bind(attempts)} and "ended" is null`
}

/** Deletes events that ended before then, and events that were not delivered in all this time. */
export function pruneRows(before: number): Sql {
  return deleteWhere(OUTBOX, sql`"ended" < ${bind(before)} or ("ended" is null and "created" < ${bind(before)})`)
}

export function logRows(webhook: number | null, most: number): Sql {
  const only = webhook === null ? sql`` : sql` where "webhook_id" = ${bind(webhook)}`
  return sql`select "webhook_id", "message", "event", "subject", "created", "due", "ended", "attempts", "status", "reason" from ${name(OUTBOX)}${only} order by "id" desc limit ${integer(most)}`
}

export const countWaiting: Sql = sql`select count(*) from ${name(OUTBOX)} where "ended" is null`

export const failingWebhooks: Sql = sql`select distinct "webhook_id" from ${name(OUTBOX)} where "ended" is null and "attempts" > 0`
