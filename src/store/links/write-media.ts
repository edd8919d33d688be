/** The files at a media attribute of rows. */

import { ApiError } from '../../errors/api-error.ts'
import { FILE_UID, type MediaAttribute } from '../../schema/schema.ts'
import { bind, join, name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { EntryReference, MediaChange } from '../../validate/document-input.ts'
import { inParts, isOneOf } from '../rows.ts'
import type { RowAttribute, Store } from '../store.ts'
import { constantConditions, deleteLinks, insertLinkRows, type Link, linkOf, type NewLink } from './link-table.ts'
import { existing, type RowChange } from './row-change.ts'

export async function writeMedia(
  { store, model, attribute }: Omit<RowAttribute<MediaAttribute>, 'id'>,
  changes: readonly RowChange<MediaChange>[],
): Promise<void> {
  if (changes.length === 0) return
  const link = linkOf(store, model, attribute)
  const linked = await linkedFiles(store, link, existing(changes))
  const emptied: number[] = []
  const added: (NewLink & { readonly near: number })[] = []
  for (const { id, change } of changes) {
    const before = linked.get(id) ?? []
    const after = await filesAfter(store, before, change)
    const files = attribute.toMany ? after : after.slice(-1)
    if (files.length === before.length && files.every((file, index) => file === before[index])) continue
    if (before.length > 0) emptied.push(id)
    added.push(...files.map((far, index) => ({ near: id, far, order: index + 1, otherOrder: null })))
  }
  for (const part of inParts(emptied)) await deleteLinks({ store, link }, part)
  await insertLinkRows(store, link, added)
}

async function filesAfter(store: Store, before: readonly number[], change: MediaChange): Promise<readonly number[]> {
  if (change.kind === 'set') return [...new Set(await fileIds(store, change.files))]
  const added = new Set(await fileIds(store, change.connect))
  const gone = new Set(await fileIds(store, change.disconnect))
  return [...before.filter((file) => !added.has(file) && !gone.has(file)), ...added]
}

async function fileIds(store: Store, files: readonly EntryReference[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const file of files) ids.push(file.kind === 'id' ? file.id : await idOf(store, file.documentId))
  return ids
}

/** An address, `/uploads/owl.png`, does not name a file. */
const OF_FILES = 'A file is named by its id or its documentId, as the response to its upload has them'

async function idOf(store: Store, documentId: string): Promise<number> {
  const [row] = await store.run(
    sql`select "id" from ${name(tableOf(store.tables, FILE_UID).table)} where "document_id" = ${bind(documentId)} limit 1`,
  )
  if (row !== undefined) return Number(row[0])
  throw new ApiError('VALUE_INVALID', {
    message: `Document with id "${documentId}", locale "null" not found`,
    details: { source: 'body', type: FILE_UID, documentId, hint: OF_FILES },
  })
}

/** By the id of the row. */
async function linkedFiles(
  store: Store,
  link: Link,
  nears: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const files = new Map<number, number[]>()
  for (const part of inParts(nears)) {
    const where = join([isOneOf(link.near, part), ...constantConditions(link.where)], ' and ')
    const rows = await store.run(
      sql`select ${name(link.near)}, ${name(link.far)} from ${name(link.table)} where ${where} order by ${name(link.order ?? 'id')}, "id"`,
    )
    for (const [key, file] of rows) {
      const near = Number(key)
      const list = files.get(near) ?? []
      list.push(Number(file))
      files.set(near, list)
    }
  }
  return files
}
