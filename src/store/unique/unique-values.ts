/** Values that no two published documents of a type may share, within a locale: checks them, and generates unique slugs. */

import { columnOf } from '../../plan/columns.ts'
import type { ScalarAttribute } from '../../schema/schema.ts'
import { bind, column, join, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { RowInput, StoredValue } from '../../validate/document-input.ts'
import { type FieldError, NOT_UNIQUE, shownValue } from '../../validate/field-error.ts'
import { isLeftOut, uniqueAttributes } from '../../validate/unique-attributes.ts'
import type { DocumentRef } from '../documents/document-ref.ts'
import { lockKey } from '../lock-key.ts'
import type { Store } from '../store.ts'
import { freeSlugs } from './free-slugs.ts'
import { inOtherDocuments, inOtherPublishedDocuments } from './other-documents.ts'
import type { OtherSlugs } from './other-slugs.ts'
import { assignFreeComponentSlugs } from './unique-components.ts'

/** The input with slugs that are free, among drafts too, so that two drafts can both be published. */
export async function assignFreeSlugs(store: Store, document: DocumentRef, input: RowInput): Promise<RowInput> {
  const scalars = new Map(input.scalars)
  for (const [attribute, slug] of input.slugs) {
    const [free = slug] = await freeSlugs(otherSlugs({ store, document, attribute }), [slug])
    scalars.set(attribute, free)
  }
  return assignFreeComponentSlugs(store, document, { ...input, scalars, slugs: new Map() })
}

/** A row that has been written. */
export interface WrittenRow {
  readonly store: Store
  readonly document: DocumentRef
  readonly id: number
}

/** Values of the row that another document already has. `scalars`: the values to check. */
export async function takenValues(
  { store, document, id }: WrittenRow,
  scalars: ReadonlyMap<ScalarAttribute, StoredValue>,
): Promise<readonly FieldError[]> {
  const errors: FieldError[] = []
  for (const attribute of uniqueAttributes(document.type)) {
    const value = scalars.get(attribute) ?? null
    if (isLeftOut(value) || !(await isTaken({ store, document, attribute }, id, value))) continue
    const shown = shownValue(attribute, value)
    errors.push({ path: [attribute.name], message: NOT_UNIQUE, name: 'ValidationError', value: shown })
  }
  return errors
}

/** A unique attribute of the document's own rows. */
interface UniqueAttribute {
  readonly store: Store
  readonly document: DocumentRef
  readonly attribute: ScalarAttribute
}

/** `value` is that of the row `id`. */
async function isTaken(unique: UniqueAttribute, id: number, value: StoredValue): Promise<boolean> {
  const { store, document, attribute } = unique
  const { name: columnName } = columnOf(document.type, attribute, store.tables)
  const own = sql`(select o.${name(columnName)} from ${name(tableOf(store.tables, document.type.uid).table)} as o where o."id" = ${bind(id)})`
  const same = sql`${column('t', columnName)} = ${own}`
  const [, taken] = await Promise.all([
    lockValue(unique, value),
    isThere(unique, [same, ...inOtherPublishedDocuments(unique, 't')]),
  ])
  return taken
}

/** Waits for transactions that write the same value. */
async function lockValue({ store, document, attribute }: UniqueAttribute, value: StoredValue): Promise<void> {
  await lockKey(store, `unique ${document.type.uid} ${attribute.name} ${String(value)}`)
}

async function isThere({ store, document }: UniqueAttribute, where: readonly Sql[]): Promise<boolean> {
  const found = await store.run(
    sql`select 1 from ${name(tableOf(store.tables, document.type.uid).table)} as t where ${join(where, ' and ')} limit 1`,
  )
  return found.length > 0
}

function otherSlugs(unique: UniqueAttribute): OtherSlugs {
  const { store, document, attribute } = unique
  const { name: columnName, kind } = columnOf(document.type, attribute, store.tables)
  return {
    store,
    column: column('t', columnName),
    kind,
    from: sql`${name(tableOf(store.tables, document.type.uid).table)} as t`,
    where: inOtherDocuments(unique, 't'),
    lock: async (slugs) => {
      await Promise.all(slugs.map((slug) => lockValue(unique, slug)))
    },
  }
}
