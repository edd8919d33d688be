/** Values that no two published documents of a type may share, within a locale: checked, or made so. */

import { columnOf } from '../../plan/columns.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import { bind, column, join, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { RowInput, StoredValue } from '../../validate/document-input.ts'
import { type FieldError, NOT_UNIQUE } from '../../validate/field-error.ts'
import { isLeftOut, uniqueAttributes } from '../../validate/unique-attributes.ts'
import { type DocumentRef, inOtherDocuments, inOtherPublishedDocuments } from '../documents/document-ref.ts'
import { lockKey } from '../lock-key.ts'
import type { Store } from '../store.ts'
import { assignFreeComponentSlugs } from './unique-components.ts'

/** The input with its slugs settled: they are free among drafts too, so that two drafts can both be published. */
export async function assignFreeSlugs(store: Store, place: DocumentRef, input: RowInput): Promise<RowInput> {
  const scalars = new Map(input.scalars)
  for (const [attribute, slug] of input.slugs) scalars.set(attribute, await freeSlug(store, place, attribute, slug))
  return assignFreeComponentSlugs(store, place, { ...input, scalars, slugs: new Map() })
}

/** The values of the row `id`, which has been written, that another document has. `scalars` are those to look at. */
export async function takenValues(
  store: Store,
  place: DocumentRef,
  id: number,
  scalars: ReadonlyMap<ScalarAttribute, StoredValue>,
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = []
  for (const attribute of uniqueAttributes(place.type)) {
    const value = scalars.get(attribute) ?? null
    if (isLeftOut(value) || !(await isTaken(store, place, id, attribute, value))) continue
    const shown = typeof value === 'bigint' ? String(value) : value
    errors.push({ path: [attribute.name], message: NOT_UNIQUE, name: 'ValidationError', value: shown })
  }
  return errors
}

async function isTaken(
  store: Store,
  place: DocumentRef,
  id: number,
  attribute: ScalarAttribute,
  value: StoredValue,
): Promise<boolean> {
  await lockValue(store, place, attribute, value)
  const { name: columnName } = columnOf(place.type, attribute, store.tables)
  const own = sql`(select o.${name(columnName)} from ${name(tableOf(store.tables, place.type.uid).table)} as o where o."id" = ${bind(id)})`
  return isThere(store, place, [sql`${column('t', columnName)} = ${own}`, ...inOtherPublishedDocuments(place, 't')])
}

/** Waits for others who write the same value. */
async function lockValue(
  store: Store,
  { type }: DocumentRef,
  attribute: ScalarAttribute,
  value: StoredValue,
): Promise<void> {
  await lockKey(store, `unique ${type.uid} ${attribute.name} ${String(value)}`)
}

async function isThere(store: Store, { type }: DocumentRef, where: readonly Sql[]): Promise<boolean> {
  const found = await store.run(
    sql`select 1 from ${name(tableOf(store.tables, type.uid).table)} as t where ${join(where, ' and ')} limit 1`,
  )
  return found.length > 0
}

/** `title`, `title-1`, `title-2`, …: the first that no other document has. */
async function freeSlug(store: Store, place: DocumentRef, attribute: ScalarAttribute, slug: string): Promise<string> {
  const { name: columnName, kind } = columnOf(place.type, attribute, store.tables)
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? slug : `${slug}-${number}`
    await lockValue(store, place, attribute, candidate)
    const same = sql`${column('t', columnName)} = ${store.dialect.stored(candidate, kind)}`
    if (!(await isThere(store, place, [same, ...inOtherDocuments(place, 't')]))) return candidate
  }
}
