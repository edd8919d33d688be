/**
 * Locks that keep two writers from storing the same unique value inside components. A few values are locked one by one,
 * under a lock of the type that writers share; an entry with many takes the lock of the type for itself instead. A
 * database has room for a limited number of locks, and some thousand of them would use it up for everyone.
 */

import { type ContentType, type Model, modelOf, type Schema } from '../../schema/schema.ts'
import { bind, name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { ComponentInput, RowInput } from '../../validate/document-input.ts'
import { uniqueAttributes } from '../../validate/unique-attributes.ts'
import { componentGroups } from '../components/component-trail.ts'
import { componentsOf, idsByUid, type PlacedComponent } from '../components/placed-components.ts'
import type { DocumentRef } from '../documents/document-ref.ts'
import { lockKey, shareKey } from '../lock-key.ts'
import { inParts } from '../rows.ts'
import type { Store } from '../store.ts'

/** Up to this many values of one attribute are locked individually; for more, the whole type is locked. */
const LOCKED_SINGLY = 50

/**
 * The first lock of a write, before those of documents: taken later, or exchanged for the other kind, it could end in a
 * deadlock. So what is stored counts, too: it may be published in the same transaction.
 */
export async function lockParts(store: Store, document: DocumentRef, input?: RowInput): Promise<void> {
  if (store.dialect.locks === null || !hasUniqueParts(store.schema, document.type)) return
  const isMany = (input !== undefined && sendsMany(input)) || (await storesMany(store, document))
  await (isMany ? lockKey : shareKey)(store, keyOf(document))
}

/** Waits for transactions that write the same values. `key` names the attribute. */
export async function lockPartValues(
  store: Store,
  document: DocumentRef,
  { key, values }: { readonly key: string; readonly values: Iterable<string> },
): Promise<void> {
  const keys = [...new Set(values)].sort()
  if (keys.length > LOCKED_SINGLY) await lockKey(store, keyOf(document))
  else await Promise.all(keys.map((value) => lockKey(store, `${keyOf(document)} ${key} ${value}`)))
}

function keyOf({ type }: DocumentRef): string {
  return `unique parts ${type.uid}`
}

function sendsMany(input: RowInput): boolean {
  return componentGroups<ComponentInput>(input).some(({ items }) => items.length > LOCKED_SINGLY)
}

/** Counts all components, level by level, until there are many. */
async function storesMany(store: Store, { type, documentId }: DocumentRef): Promise<boolean> {
  const rows = await store.run(
    sql`select "id" from ${name(tableOf(store.tables, type.uid).table)} where "document_id" = ${bind(documentId)}`,
  )
  let level: readonly { readonly model: Model; readonly ids: readonly number[] }[] = [
    { model: type, ids: rows.map(([id]) => Number(id)) },
  ]
  for (;;) {
    const found: PlacedComponent[] = []
    for (const { model, ids } of level) {
      for (const part of inParts(ids)) found.push(...(await componentsOf({ store, model, ids: part })))
    }
    if (found.length === 0) return false
    if (found.length > LOCKED_SINGLY) return true
    level = [...idsByUid(found)].map(([uid, ids]) => ({ model: modelOf(store.schema, uid), ids }))
  }
}

function hasUniqueParts(schema: Schema, type: ContentType): boolean {
  const seen = new Set<Model>([type])
  for (const model of seen) {
    if (model !== type && uniqueAttributes(model).length > 0) return true
    for (const uid of componentsIn(model)) seen.add(modelOf(schema, uid))
  }
  return false
}

function componentsIn({ attributes }: Model): readonly string[] {
  return [...attributes.values()].flatMap((attribute) => {
    if (attribute.kind === 'component') return [attribute.target]
    return attribute.kind === 'dynamiczone' ? attribute.components : []
  })
}
