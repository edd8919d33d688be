/**
 * Settings in the database, which can change while the server runs. With `at`, a cached value is used if its table has
 * not changed up to that moment; without it, the value is read again.
 */

import type { Moment } from '../cache/revisions.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import { jsonIn } from '../config/json-in.ts'
import { isRecord } from '../config/project-config.ts'
import type { Database } from '../execute/database.ts'
import { bind, sql } from '../sql/sql.ts'
import { type Columns, createReader, type Reader, type ReaderDialect } from './reader.ts'

export interface StoredSettings {
  /** Null if the project has no default locale: then only requests with `locale` are filtered by locale. */
  defaultLocale(at?: Moment | null): Promise<string | null>
  /** Codes of all locales; empty if the project has no locales table. */
  locales(): Promise<readonly string[]>
  /** Whether users must confirm their email address before they log in. */
  emailConfirmation(at?: Moment | null): Promise<boolean>
  /** Whether users may log in with a password. */
  passwordLogin(at?: Moment | null): Promise<boolean>
}

const TABLE = 'strapi_core_store_settings'
const TABLES = [TABLE]

export function createStoredSettings(
  database: Pick<Database, 'run'> & { inspect(): Promise<Columns> },
  dialect: ReaderDialect,
  known?: Columns,
): StoredSettings {
  const fresh = createStampedCache<{ readonly value: unknown }>()
  let columns = known

  async function readerNow(): Promise<Reader> {
    columns ??= await database.inspect()
    return createReader(database, dialect, columns)
  }

  async function read(key: string): Promise<{ readonly value: unknown }> {
    const reader = await readerNow()
    if (!reader.hasTables(TABLE)) return { value: null }
    // Imports can leave the same key there twice; Strapi uses the first.
    const [row] = await reader.rows(
      sql`select "value" from "strapi_core_store_settings" where "key" = ${bind(key)} order by "id" limit 1`,
    )
    return { value: parsed(row?.[0]) }
  }

  async function setting(key: string, at: Moment | null = null): Promise<unknown> {
    return (await fresh.get(key, at?.stampOf(TABLES) ?? null, () => read(key)))?.value
  }

  return {
    async defaultLocale(at) {
      const locale = await setting('plugin_i18n_default_locale', at)
      return typeof locale === 'string' && locale !== '' ? locale : null
    },
    async locales() {
      const reader = await readerNow()
      if (!reader.hasTables('i18n_locale')) return []
      const rows = await reader.rows(sql`select "code" from "i18n_locale" order by "id"`)
      return rows.map(([code]) => code).filter((code) => typeof code === 'string')
    },
    async emailConfirmation(at) {
      const advanced = await setting('plugin_users-permissions_advanced', at)
      return isRecord(advanced) && advanced.email_confirmation === true
    },
    async passwordLogin(at) {
      const grant = await setting('plugin_users-permissions_grant', at)
      const local = isRecord(grant) ? grant.email : undefined
      return !isRecord(local) || local.enabled !== false
    },
  }
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? (jsonIn(text) ?? null) : null
}
