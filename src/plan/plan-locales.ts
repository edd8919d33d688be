/** The locales of the project, for `/i18n/locales`: in the order they were made, with the default one marked. */

import { LOCALE_UID } from '../schema/schema.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import { BY_ID } from './by-id.ts'
import { DOCUMENT_ID, ID } from './columns.ts'
import { ALWAYS, NEVER, test } from './conditions.ts'
import type { Column, Member, ReadPlan } from './read-plan.ts'

/** More locales than any project has: the list is never cut. */
const ALL_LOCALES = 10_000

const CODE: Column = { name: 'code', kind: 'text' }

export function planLocales(tables: Tables, defaultLocale: string | null): ReadPlan {
  const isDefault = defaultLocale === null ? NEVER : test(CODE, { kind: 'eq', value: defaultLocale })
  return {
    table: tableOf(tables, LOCALE_UID).table,
    condition: ALWAYS,
    order: [BY_ID],
    start: 0,
    limit: ALL_LOCALES,
    seek: null,
    count: false,
    countCap: null,
    facets: [],
    search: null,
    indexed: false,
    entry: {
      members: [
        shown('id', ID),
        shown('documentId', DOCUMENT_ID),
        shown('name', { name: 'name', kind: 'text' }),
        shown('code', CODE),
        shown('createdAt', { name: 'created_at', kind: 'datetime' }),
        shown('updatedAt', { name: 'updated_at', kind: 'datetime' }),
        shown('publishedAt', { name: 'published_at', kind: 'datetime' }),
        { key: 'isDefault', value: { kind: 'condition', condition: isDefault } },
      ],
    },
  }
}

function shown(key: string, column: Column): Member {
  return { key, value: { kind: 'column', column } }
}
