/** Secrets and presets of webhooks. Archives have neither: a webhook that an import replaces with itself keeps its own. */

import { bind, column, join, name, sql } from '../sql/sql.ts'
import type { SqlValue } from '../sql/statement.ts'
import { insertSelected } from '../sql/write-rows.ts'
import { WEBHOOK_KEYS } from '../tables/webhook-tables.ts'
import { WEBHOOKS } from './import-configuration.ts'
import type { Target } from './target.ts'

type Place = Pick<Target, 'run' | 'columns'>

const KEYS = ['secret', 'preset', 'old_secret', 'old_secret_until'] as const

const hasKeys = ({ columns }: Place) => columns.has(WEBHOOKS) && columns.has(WEBHOOK_KEYS)

export interface WebhookKeys {
  readonly title: unknown
  readonly url: unknown
  /** In the order of `KEYS`. */
  readonly values: readonly unknown[]
}

/** The keys of existing webhooks. */
export async function readWebhookKeys(target: Place): Promise<readonly WebhookKeys[]> {
  if (!hasKeys(target)) return []
  const keys = KEYS.map((key) => column('k', key))
  const rows = await target.run(
    sql`select ${column('w', 'name')}, ${column('w', 'url')}, ${join(keys, ', ')} from ${name(WEBHOOKS)} as w join ${name(WEBHOOK_KEYS)} as k on ${isOf} order by ${column('w', 'id')}`,
  )
  return rows.map(([title, url, ...values]) => ({ title, url, values }))
}

/** Gives each to the imported webhook of the same name and URL. Several alike get them in their order. */
export async function giveWebhookKeys(target: Place, kept: readonly WebhookKeys[]): Promise<void> {
  for (const { title, url, values } of kept) {
    const given = values.map((value) => bind(value as SqlValue))
    const isSame = sql`${column('w', 'name')} = ${bind(title as string)} and ${column('w', 'url')} = ${bind(url as string)}`
    const select = sql`select ${column('w', 'id')}, ${join(given, ', ')} from ${name(WEBHOOKS)} as w where ${isSame} and ${lacksKeys} order by ${column('w', 'id')} limit 1`
    await target.run(insertSelected({ table: WEBHOOK_KEYS, columns: ['webhook_id', ...KEYS], select }))
  }
}

/** How many webhooks have no secret. */
export async function countUnsigned(target: Place): Promise<number> {
  if (!hasKeys(target)) return 0
  const [[count] = []] = await target.run(sql`select count(*) from ${name(WEBHOOKS)} as w where ${lacksKeys}`)
  return Number(count)
}

const isOf = sql`${column('k', 'webhook_id')} = ${column('w', 'id')}`
const lacksKeys = sql`not exists (select 1 from ${name(WEBHOOK_KEYS)} as k where ${isOf})`
