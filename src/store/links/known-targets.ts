/** The documents that a write links to, read together: one by one, each reference would take three statements. */

import type { ContentType } from '../../schema/schema.ts'
import { bind, join, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { EntryReference, LinkChange, RowInput } from '../../validate/document-input.ts'
import type { DocumentRef } from '../documents/document-ref.ts'
import { type KnownDocument, type KnownTargets, type VersionRow, versionRow } from '../documents/versions.ts'
import type { Store } from '../store.ts'

export function targetKey(uid: string, entry: EntryReference): string {
  return entry.kind === 'id' ? `${uid} id ${entry.id}` : `${uid} document ${entry.documentId}`
}

/** After all of them were locked. Without the document itself, which gets rows while it is written. */
export async function readTargets(store: Store, document: DocumentRef, input: RowInput): Promise<KnownTargets> {
  const known = new Map<string, KnownDocument>()
  const reading = [...mentionedIn(input)].map(async ([uid, entries]) => {
    const type = store.schema.contentTypes.get(uid)
    if (type === undefined) return
    for (const found of await readDocuments(store, type, [...entries.values()])) {
      if (uid === document.type.uid && found.documentId === document.documentId) continue
      known.set(targetKey(uid, { kind: 'document', documentId: found.documentId }), found)
      for (const { id } of found.rows) known.set(targetKey(uid, { kind: 'id', id }), found)
    }
  })
  await Promise.all(reading)
  return known
}

async function readDocuments(
  store: Store,
  type: ContentType,
  entries: readonly EntryReference[],
): Promise<Iterable<KnownDocument>> {
  const table = name(tableOf(store.tables, type.uid).table)
  const documents = new Map<string, { readonly documentId: string; readonly rows: VersionRow[] }>()
  for (const part of partsOf(entries)) {
    const rows = await store.run(
      sql`select "document_id", "id", "locale", case when "published_at" is null then 0 else 1 end from ${table} where "document_id" in (${documentIds(part, table)}) order by "id"`,
    )
    for (const [key, ...version] of rows) {
      const documentId = String(key)
      const found = documents.get(documentId) ?? { documentId, rows: [] }
      documents.set(documentId, found)
      const row = versionRow(type, version)
      if (found.rows.every(({ id }) => id !== row.id)) found.rows.push(row)
    }
  }
  return documents.values()
}

/** References in one statement. */
const AT_ONCE = 2_000

function partsOf(entries: readonly EntryReference[]): readonly (readonly EntryReference[])[] {
  const count = Math.ceil(entries.length / AT_ONCE)
  return Array.from({ length: count }, (_, part) => entries.slice(part * AT_ONCE, (part + 1) * AT_ONCE))
}

function documentIds(entries: readonly EntryReference[], table: Sql): Sql {
  const ids = entries.flatMap((entry) => (entry.kind === 'id' ? [bind(entry.id)] : []))
  const documents = entries.flatMap((entry) => (entry.kind === 'document' ? [bind(entry.documentId)] : []))
  const conditions = [
    ...(ids.length === 0 ? [] : [sql`"id" in (${join(ids, ', ')})`]),
    ...(documents.length === 0 ? [] : [sql`"document_id" in (${join(documents, ', ')})`]),
  ]
  return sql`select "document_id" from ${table} where ${join(conditions, ' or ')}`
}

/** UID of a type → references to its entries, each once. */
type Mentioned = Map<string, Map<string, EntryReference>>

function mentionedIn(input: RowInput, found: Mentioned = new Map()): Mentioned {
  for (const [attribute, change] of input.relations) {
    for (const { type, entry } of itemsOf(change)) {
      const uid = attribute.kind === 'morphTo' ? type : attribute.target
      if (uid === null) continue
      const entries = found.get(uid) ?? new Map<string, EntryReference>()
      found.set(uid, entries.set(targetKey(uid, entry), entry))
    }
  }
  for (const items of input.components.values()) for (const item of items) mentionedIn(item, found)
  return found
}

function itemsOf(change: LinkChange) {
  return change.kind === 'set' ? change.items : [...change.connect, ...change.disconnect]
}
