/** Entries and files that a write names by ids that do not exist. */

import { ApiError } from '../../errors/api-error.ts'
import { holdsComponents, isRelation } from '../../schema/attribute-kinds.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { EntryReference, LinkChange, MediaChange, RowInput } from '../../validate/document-input.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { Store } from '../store.ts'

/** UID of a type → ids of its rows, each with the attribute that names it. */
type Named = Map<string, Map<number, string>>

/** Throws with the ids of missing rows, for the first type with any. Disconnected rows may be missing. */
export async function refuseUnknownReferences(store: Store, input: RowInput): Promise<void> {
  const named: Named = new Map()
  addNamed(named, input)
  for (const [uid, ids] of named) {
    const missing = await missingOf(store, uid, ids)
    if (missing.length === 0) continue
    throw new ApiError('VALUE_INVALID', {
      message: `${missing.length} relation(s) of type ${uid} associated with this entity do not exist`,
      details: { source: 'body', type: uid, ids: missing, hint: hintFor(uid, missing, ids) },
    })
  }
}

function hintFor(uid: string, missing: readonly number[], ids: ReadonlyMap<number, string>): string {
  const attributes = [...new Set(missing.map((id) => ids.get(id)))].join(', ')
  const place = uid === FILE_UID ? 'no file' : `no entry of ${uid}`
  const instead = uid === FILE_UID ? 'upload it first' : 'write it first, or name it by its documentId'
  return `${attributes}: there is ${place} with the id ${missing.join(', ')}; ${instead}`
}

async function missingOf(store: Store, uid: string, ids: ReadonlyMap<number, string>): Promise<readonly number[]> {
  const table = name(tableOf(store.tables, uid).table)
  const found = new Set<number>()
  for (const part of inParts([...ids.keys()])) {
    const rows = await store.run(sql`select "id" from ${table} where ${isOneOf('id', part)}`)
    for (const [id] of rows) found.add(Number(id))
  }
  return [...ids.keys()].filter((id) => !found.has(id))
}

function addNamed(named: Named, row: RowInput): void {
  for (const attribute of row.model.attributes.values()) {
    if (attribute.kind === 'media')
      for (const file of filesIn(row.media.get(attribute))) add(named, FILE_UID, file, attribute.name)
    if (holdsComponents(attribute)) {
      for (const item of row.components.get(attribute) ?? []) addNamed(named, item)
    }
    if (isRelation(attribute)) {
      for (const { type, entry } of itemsIn(row.relations.get(attribute))) {
        add(named, attribute.kind === 'morphTo' ? type : attribute.target, entry, attribute.name)
      }
    }
  }
}

function add(named: Named, uid: string | null, entry: EntryReference, attribute: string): void {
  if (uid === null || entry.kind !== 'id') return
  named.set(uid, (named.get(uid) ?? new Map()).set(entry.id, attribute))
}

function itemsIn(change: LinkChange | undefined) {
  return change === undefined ? [] : change.kind === 'set' ? change.items : change.connect
}

function filesIn(change: MediaChange | undefined) {
  return change === undefined ? [] : change.kind === 'set' ? change.files : change.connect
}
