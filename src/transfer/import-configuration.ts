/** Settings of an archive: rows of the core store, and webhooks. */

import type { ConfigurationRecord } from '../archive/records.ts'
import { bind, sql } from '../sql/sql.ts'
import { assign, deleteWhere } from '../sql/write-rows.ts'
import { CORE_STORE } from '../tables/service-tables.ts'
import type { RowWriter } from './row-writer.ts'
import type { Target } from './target.ts'

export const WEBHOOKS = 'strapi_webhooks'

export interface ConfigurationImport {
  readonly target: Target
  readonly writer: RowWriter
  /** Keys that were written: of two rows with one key the first counts. */
  readonly keys: Set<string>
}

/** False when there is no place for it. */
export async function importConfiguration(
  { type, value }: ConfigurationRecord,
  work: ConfigurationImport,
): Promise<boolean> {
  return type === 'core-store' ? importSetting(value, work) : importWebhook(value, work)
}

type Json = Readonly<Record<string, unknown>>

async function importSetting({ key, value, type, environment, tag }: Json, work: ConfigurationImport) {
  const { columns, dialect, run } = work.target
  if (typeof key !== 'string' || !columns.has(CORE_STORE) || work.keys.has(key)) return false
  work.keys.add(key)
  // A statement of its own comes after those that were begun before.
  await work.writer.flush()
  await run(deleteWhere(CORE_STORE, sql`"key" = ${bind(key)}`))
  const text = (given: unknown) => dialect.stored(typeof given === 'string' ? given : null, 'text')
  const values = assign({
    key: text(key),
    value: text(JSON.stringify(value ?? null)),
    type: text(type),
    environment: text(environment),
    tag: text(tag),
  })
  await work.writer.add({ kind: 'row', table: CORE_STORE, values })
  return true
}

async function importWebhook({ name: title, url, headers, events, enabled }: Json, work: ConfigurationImport) {
  const { columns, dialect } = work.target
  if (!columns.has(WEBHOOKS) || typeof url !== 'string') return false
  const values = assign({
    name: dialect.stored(typeof title === 'string' ? title : null, 'text'),
    url: dialect.stored(url, 'text'),
    headers: dialect.stored(JSON.stringify(headers ?? {}), 'json'),
    events: dialect.stored(JSON.stringify(events ?? []), 'json'),
    enabled: dialect.stored(enabled === true, 'boolean'),
  })
  await work.writer.add({ kind: 'row', table: WEBHOOKS, values })
  return true
}
