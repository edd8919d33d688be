/** Values that no two documents of a type may share, within a locale: checked, or made so. */

import { columnOf } from '../plan/columns.ts'
import type { ScalarAttribute } from '../schema/schema.ts'
import { column, join, name, sql } from '../sql/sql.ts'
import { tableOf } from '../tables/tables.ts'
import type { RowInput, StoredValue } from '../validate/document-input.ts'
import { type FieldError, NOT_UNIQUE, refuseFields } from '../validate/field-error.ts'
import { isLeftOut, uniqueAttributes } from '../validate/unique-attributes.ts'
import { type DocumentPlace, elsewhere } from './document-place.ts'
import type { Store } from './store.ts'
import { settleComponents } from './unique-components.ts'

/** The input with its slugs settled. Throws when a value that must be unique is taken. */
export async function settleUnique(store: Store, place: DocumentPlace, input: RowInput): Promise<RowInput> {
  const scalars = new Map(input.scalars)
  for (const [attribute, slug] of input.slugs) scalars.set(attribute, await freeSlug(store, place, attribute, slug))
  const errors: FieldError[] = []
  for (const attribute of uniqueAttributes(place.type)) {
    const value = scalars.get(attribute) ?? null
    if (isLeftOut(value) || !(await isTaken(store, place, attribute, value))) continue
    const shown = typeof value === 'bigint' ? String(value) : value
    errors.push({ path: [attribute.name], message: NOT_UNIQUE, name: 'ValidationError', value: shown })
  }
  refuseFields(errors)
  return settleComponents(store, place, { ...input, scalars, slugs: new Map() })
}

async function isTaken(
  store: Store,
  place: DocumentPlace,
  attribute: ScalarAttribute,
  value: StoredValue,
): Promise<boolean> {
  const { name: columnName, kind } = columnOf(place.type, attribute, store.tables)
  const lock = store.dialect.lock(`unique ${place.type.uid} ${attribute.name} ${String(value)}`)
  if (lock !== null) await store.run(lock)
  const where = [sql`${column('t', columnName)} = ${store.dialect.stored(value, kind)}`, ...elsewhere(place, 't')]
  const found = await store.run(
    sql`select 1 from ${name(tableOf(store.tables, place.type.uid).table)} as t where ${join(where, ' and ')} limit 1`,
  )
  return found.length > 0
}

/** `title`, `title-1`, `title-2`, …: the first that nobody has. */
async function freeSlug(store: Store, place: DocumentPlace, attribute: ScalarAttribute, slug: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? slug : `${slug}-${number}`
    if (!(await isTaken(store, place, attribute, candidate))) return candidate
  }
}
