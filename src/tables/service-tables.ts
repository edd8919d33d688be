/** Tables that belong to no content type of the schema. */

import { apiToken, apiTokenPermission } from '../schema/built-in/api-token.ts'
import { parseContentType } from '../schema/parse-model.ts'
import type { ContentType } from '../schema/schema.ts'
import { lecternIndex } from './names.ts'
import {
  type ColumnDefinition,
  type ColumnType,
  columnOf,
  type IndexDefinition,
  index,
  type TableDefinition,
} from './table-definition.ts'
import { WEBHOOK_TABLES } from './webhook-tables.ts'

export const CORE_STORE = 'strapi_core_store_settings'
export const DEFAULT_LOCALE_KEY = 'plugin_i18n_default_locale'
export const INTERNAL_MIGRATIONS = 'strapi_migrations_internal'
const API_TOKENS = 'strapi_api_tokens'
export const WEBHOOKS = 'strapi_webhooks'

/** Content types in their tables, though not in what they are for. */
export const SERVICE_TYPES: readonly ContentType[] = [apiToken, apiTokenPermission].map((source) =>
  parseContentType(source, {
    settings: { privateAttributes: [], customFields: new Map() },
    storedType: () => null,
    reports: { report: fail, leaveOut: fail, ignore: fail, ignoreKey: fail },
  }),
)

function fail(path: string | null, message: string): never {
  throw new Error(`${path}: ${message}`)
}

/** Each request with an API token looks for it by its hash. */
export const SERVICE_INDEXES: ReadonlyMap<string, readonly IndexDefinition[]> = new Map([
  [API_TOKENS, [index(lecternIndex(API_TOKENS, 'by_access_key'), 'access_key')]],
])

export const SERVICE_TABLES: readonly TableDefinition[] = [
  table(CORE_STORE, { key: 'string', value: 'text', type: 'string', environment: 'string', tag: 'string' }),
  table(INTERNAL_MIGRATIONS, { name: 'string', time: 'datetime' }),
  table(WEBHOOKS, { name: 'string', url: 'text', headers: 'json', events: 'json', enabled: 'boolean' }),
  ...WEBHOOK_TABLES,
]

function table(name: string, columns: Readonly<Record<string, ColumnType>>): TableDefinition {
  const own = Object.entries(columns).map(([column, type]): ColumnDefinition => columnOf(column, type))
  return { name, columns: [columnOf('id', 'id'), ...own], indexes: [], foreignKeys: [] }
}
