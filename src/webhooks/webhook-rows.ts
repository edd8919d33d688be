/** Webhooks as the database has them: in Strapi's own table, so that its admin panel shows them, and Lectern's beside it. */

import { isTrue } from '../auth/reader.ts'
import { jsonIn } from '../config/json-in.ts'
import { isRecord } from '../config/project-config.ts'
import type { Row } from '../execute/database.ts'
import type { Dialect } from '../sql/dialect.ts'
import { bind, column, name, type Sql, sql } from '../sql/sql.ts'
import { assign, deleteRow, insertRow, newId, returning, updateRow, updateWhere } from '../sql/write-rows.ts'
import { WEBHOOKS } from '../tables/service-tables.ts'
import { WEBHOOK_KEYS } from '../tables/webhook-tables.ts'
import { PRESETS, type Webhook } from './webhook.ts'

export type RunSql = (statement: Sql) => Promise<readonly Row[]>

/** Milliseconds that requests are signed with an old secret too. */
const OLD_SECRET_MS = 24 * 60 * 60 * 1_000

export async function readWebhooks(run: RunSql, now = Date.now()): Promise<readonly Webhook[]> {
  const own = ['id', 'name', 'url', 'headers', 'events', 'enabled'].map((each) => column('w', each))
  const [id, title, url, headers, events, enabled] = own as [Sql, Sql, Sql, Sql, Sql, Sql]
  const rows = await run(
    sql`select ${id}, ${title}, ${url}, ${headers}, ${events}, ${enabled}, ${column('k', 'secret')}, ${column('k', 'preset')}, ${column('k', 'old_secret')}, ${column('k', 'old_secret_until')} from ${name(WEBHOOKS)} as w left join ${name(WEBHOOK_KEYS)} as k on ${column('k', 'webhook_id')} = ${id} order by ${id}`,
  )
  return rows.map((row) => toWebhook(row, now))
}

function toWebhook(row: Row, now: number): Webhook {
  const [id, title, url, headers, events, enabled, secret, preset, old, oldUntil] = row
  const secrets = [secret, ...(Number(oldUntil) > now ? [old] : [])]
  return {
    id: Number(id),
    name: String(title ?? ''),
    url: String(url ?? ''),
    headers: textsIn(jsonOf(headers)),
    events: listIn(jsonOf(events)),
    enabled: isTrue(enabled),
    secrets: secrets.filter((each) => typeof each === 'string'),
    preset: PRESETS.find((known) => known === preset) ?? null,
  }
}

/** Some databases give JSON as a text. */
function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? jsonIn(value) : value
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  const entries = isRecord(value) ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function listIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((event) => typeof event === 'string') : []
}

export type NewWebhook = Omit<Webhook, 'id' | 'secrets'> & { readonly secret: string }

export async function insertWebhook(run: RunSql, stored: Dialect['stored'], webhook: NewWebhook): Promise<number> {
  const row = assign({
    name: stored(webhook.name, 'text'),
    url: stored(webhook.url, 'text'),
    headers: stored(JSON.stringify(webhook.headers), 'json'),
    events: stored(JSON.stringify(webhook.events), 'json'),
    enabled: stored(webhook.enabled, 'boolean'),
  })
  const id = newId(await run(returning(insertRow(WEBHOOKS, row), 'id')))
  const key = assign({ webhook_id: bind(id), secret: bind(webhook.secret), preset: bind(webhook.preset) })
  await run(insertRow(WEBHOOK_KEYS, key))
  return id
}

/** A webhook that has no secret yet gets its first one. */
export async function changeSecret(run: RunSql, id: number, secret: string, now: number): Promise<void> {
  const old = { old_secret: sql`"secret"`, old_secret_until: bind(now + OLD_SECRET_MS) }
  const isIts = sql`"webhook_id" = ${bind(id)}`
  const changed = await run(returning(updateWhere(WEBHOOK_KEYS, assign({ ...old, secret: bind(secret) }), isIts), 'id'))
  if (changed.length > 0) return
  await run(insertRow(WEBHOOK_KEYS, assign({ webhook_id: bind(id), secret: bind(secret) })))
}

export async function enableWebhook(run: RunSql, stored: Dialect['stored'], id: number, on: boolean): Promise<void> {
  await run(updateRow(WEBHOOKS, id, assign({ enabled: stored(on, 'boolean') })))
}

/** Deletes a webhook with its waiting events and its log. */
export async function deleteWebhook(run: RunSql, id: number): Promise<void> {
  await run(deleteRow(WEBHOOKS, id))
}
