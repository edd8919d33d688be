/** Reads of files and users. Their responses are bare, without `data` and `meta`, as in Strapi. */

import type { Filter, Query } from '../check/query.ts'
import type { Row } from '../execute/database.ts'
import type { App } from './app.ts'
import { parseAndCheck, type SentQuery } from './prepare.ts'

/** Unknown parameters are ignored in these reads, as in Strapi. */
export async function checkBare(
  question: Omit<SentQuery, 'defaultLocale'>,
  { settings, schema, tables, stored }: App,
): Promise<Query> {
  const lenient = { schema, tables, settings: { ...settings, rest: { ...settings.rest, strictParams: false } } }
  return parseAndCheck({ ...question, defaultLocale: await stored.defaultLocale(), bare: true }, lenient)
}

/** Adds the id to the filters of the request, which may exclude that row. */
export function withId(query: Query, id: number): Query {
  const attribute = query.type.attributes.get('id')
  if (attribute?.kind !== 'scalar') throw new Error(`${query.type.uid} has no id`)
  const byId: Filter = { kind: 'test', attribute, test: { kind: 'eq', value: id } }
  const items = query.filter === null ? [byId] : [query.filter, byId]
  return { ...query, filter: { kind: 'and', items } }
}

/** Whether a row was found. */
export function hasEntry(rows: readonly Row[]): boolean {
  return rows.some(([, body]) => typeof body === 'string')
}
