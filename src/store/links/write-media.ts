/** The files at a media attribute of a row. */

import { ApiError } from '../../errors/api-error.ts'
import { FILE_UID, type MediaAttribute } from '../../schema/schema.ts'
import { bind, name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { EntryReference, MediaChange } from '../../validate/document-input.ts'
import type { RowAttribute, Store } from '../store.ts'
import { deleteLinks, insertLinks, isLinkOf, linkOf, type RowLinks } from './link-table.ts'

export async function writeMedia(place: RowAttribute<MediaAttribute>, change: MediaChange): Promise<void> {
  const { store, model, id, attribute } = place
  const links = { store, link: linkOf(store, model, attribute), near: id }
  const before = await linkedFiles(links)
  const after = await filesAfter(store, before, change)
  const files = attribute.toMany ? after : after.slice(-1)
  if (files.length === before.length && files.every((file, index) => file === before[index])) return
  await deleteLinks(links, [links.near])
  const added = files.map((far, index) => ({ far, order: index + 1, otherOrder: null }))
  await insertLinks(links, added)
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

async function linkedFiles({ store, link, near }: RowLinks): Promise<readonly number[]> {
  const rows = await store.run(
    sql`select ${name(link.far)} from ${name(link.table)} where ${isLinkOf(link, near)} order by ${name(link.order ?? 'id')}, "id"`,
  )
  return rows.map(([file]) => Number(file))
}
