/** The locales of the project, for `/i18n/locales`: in the order they were made, with the default one marked. */

import { LOCALE_UID, modelOf, type Schema } from '../schema/schema.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import { BY_ID } from './by-id.ts'
import { DOCUMENT_ID, ID } from './columns.ts'
import { ALWAYS, NEVER, test } from './conditions.ts'
import type { Column, Member, ReadPlan } from './read-plan.ts'

/** More locales than any project has: the list is never cut. */
const ALL_LOCALES = 10_000

const CODE: Column = { name: 'code', kind: 'text' }

interface Setup {
  readonly schema: Schema
  readonly tables: Tables
}

export function planLocales({ schema, tables }: Setup, defaultLocale: string | null): ReadPlan {
  const { attributes } = modelOf(schema, LOCALE_UID)
  const isHidden = (name: string) => attributes.get(name)?.hidden === true
  // Without codes, Strapi finds no locale to be the default one.
  const isUnknown = defaultLocale === null || isHidden(CODE.name)
  const isDefault = isUnknown ? NEVER : test(CODE, { kind: 'eq', value: defaultLocale })
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
        ...SHOWN.filter(({ key }) => !isHidden(key)),
        { key: 'isDefault', value: { kind: 'condition', condition: isDefault } },
      ],
    },
  }
}

const SHOWN: readonly Member[] = [
  shown('id', ID),
  shown('documentId', DOCUMENT_ID),
  shown('name', { name: 'name', kind: 'text' }),
  shown('code', CODE),
  shown('createdAt', { name: 'created_at', kind: 'datetime' }),
  shown('updatedAt', { name: 'updated_at', kind: 'datetime' }),
  shown('publishedAt', { name: 'published_at', kind: 'datetime' }),
]

function shown(key: string, column: Column): Member {
  return { key, value: { kind: 'column', column } }
}
