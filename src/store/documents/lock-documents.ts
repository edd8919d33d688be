/**
 * Locks all documents that a write concerns, at its start and in an order that all writers share: two writers that lock them in
 * opposite orders would deadlock. Nothing to do where a transaction has exclusive access to the database.
 */

import type { Row } from '../../execute/database.ts'
import { bind, join, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { EntryReference, LinkChange, RowInput } from '../../validate/document-input.ts'
import type { Store } from '../store.ts'
import type { DocumentRef } from './document-ref.ts'
import { isIn, linkedTo } from './linked-documents.ts'
import { lockRows } from './versions.ts'

/** References and conditions that select documents of a type. */
interface Mentions {
  readonly entries: EntryReference[]
  readonly conditions: Sql[]
}

/** By UID of the type. */
type Concerned = Map<string, Mentions>

/** Attempts to lock all documents at once. After the last, remaining ones are locked when they are reached. */
const ROUNDS = 10

/** For a new document, which has no rows and links yet: locks only the documents that its input references. */
export async function lockMentioned(store: Store, input: RowInput): Promise<void> {
  await lockInOrder(store, (concerned) => addMentioned(concerned, store, input))
}

export async function lockDocuments(
  store: Store,
  document: Omit<DocumentRef, 'locale'>,
  input?: RowInput,
): Promise<void> {
  const { type, documentId } = document
  await lockInOrder(store, (concerned) => {
    mentionsOf(concerned, type.uid).entries.push({ kind: 'document', documentId })
    if (input !== undefined) addMentioned(concerned, store, input)
    for (const { uid, condition } of linkedTo(store, document)) mentionsOf(concerned, uid).conditions.push(condition)
  })
}

/**
 * While a transaction waits for a lock, the holder may add links. The documents they reference would then be locked later,
 * out of order, so all locks are released and taken again. `mention` is called only if the database needs locks.
 */
async function lockInOrder(store: Store, mention: (concerned: Concerned) => void): Promise<void> {
  const { locks } = store.dialect
  if (locks === null) return
  const mentioned: Concerned = new Map()
  mention(mentioned)
  const concerned = rowsOf(store, mentioned)
  if (concerned.every(({ mayGrow }) => !mayGrow)) {
    await lockAll(store, concerned)
    return
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [, locked, now] = await Promise.all([
      store.run(round === 1 ? locks.mark : locks.releaseToMark),
      lockAll(store, concerned),
      readAgain(store, concerned),
    ])
    if (areAll(now, locked)) return
  }
}

/** Documents of one type. */
interface ConcernedRows {
  readonly uid: string
  readonly rows: Sql
  /** Whether other writers may add to them: they are found by links. */
  readonly mayGrow: boolean
}

/** By UID of the type, and in each type by document: the order that all writers share. */
function rowsOf(store: Store, concerned: Concerned): readonly ConcernedRows[] {
  const inOrder = [...concerned].sort(([a], [b]) => (a < b ? -1 : 1))
  return inOrder.map(([uid, { entries, conditions }]) => {
    const table = name(tableOf(store.tables, uid).table)
    const selects = [...conditionsOf(entries), ...conditions].map(
      (where) => sql`select "document_id" from ${table} where ${where}`,
    )
    // Joined by "or", conditions with statements in them would read the whole table.
    const isConcerned = isIn(store, 'document_id', join(selects, ' union all '))
    const rows = sql`select "id" from ${table} where ${isConcerned} order by "document_id", "id"`
    return { uid, rows, mayGrow: conditions.length > 0 }
  })
}

/** The ids that were locked, by UID of the type. */
type LockedIds = ReadonlyMap<string, ReadonlySet<unknown>>

async function lockAll(store: Store, concerned: readonly ConcernedRows[]): Promise<LockedIds> {
  return new Map(
    await Promise.all(concerned.map(async ({ uid, rows }) => [uid, idsIn(await lockRows(store, rows))] as const)),
  )
}

/** Under the locks: what would have to be locked now. */
async function readAgain(store: Store, concerned: readonly ConcernedRows[]): Promise<LockedIds> {
  const growing = concerned.filter(({ mayGrow }) => mayGrow)
  return new Map(await Promise.all(growing.map(async ({ uid, rows }) => [uid, idsIn(await store.run(rows))] as const)))
}

function areAll(wanted: LockedIds, locked: LockedIds): boolean {
  return [...wanted].every(([uid, ids]) => [...ids].every((id) => locked.get(uid)?.has(id) === true))
}

function idsIn(rows: readonly Row[]): ReadonlySet<unknown> {
  return new Set(rows.map(([id]) => id))
}

function mentionsOf(concerned: Concerned, uid: string): Mentions {
  const found = concerned.get(uid) ?? { entries: [], conditions: [] }
  concerned.set(uid, found)
  return found
}

function conditionsOf(entries: readonly EntryReference[]): readonly Sql[] {
  const ids = entries.flatMap((entry) => (entry.kind === 'id' ? [entry.id] : []))
  const documents = entries.flatMap((entry) => (entry.kind === 'document' ? [entry.documentId] : []))
  return [
    ...(ids.length === 0 ? [] : [sql`"id" in (${join(ids.map(bind), ', ')})`]),
    ...(documents.length === 0 ? [] : [sql`"document_id" in (${join(documents.map(bind), ', ')})`]),
  ]
}

function addMentioned(concerned: Concerned, store: Store, { relations, components }: RowInput): void {
  for (const [attribute, change] of relations) {
    for (const { type, entry } of mentionedIn(change)) {
      const uid = attribute.kind === 'morphTo' ? type : attribute.target
      if (uid !== null && store.schema.contentTypes.has(uid)) mentionsOf(concerned, uid).entries.push(entry)
    }
  }
  for (const items of components.values()) for (const item of items) addMentioned(concerned, store, item)
}

function mentionedIn(change: LinkChange): readonly { readonly type: string | null; readonly entry: EntryReference }[] {
  const items = change.kind === 'set' ? change.items : [...change.connect, ...change.disconnect]
  return items.flatMap(({ type, entry, position }) => [
    { type, entry },
    ...('neighbour' in position ? [{ type: position.type ?? type, entry: position.neighbour }] : []),
  ])
}
