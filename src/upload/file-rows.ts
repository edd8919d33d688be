/** The rows of files. */

import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { columnOf, ID } from '../plan/columns.ts'
import type { Value } from '../plan/read-plan.ts'
import { type ContentType, FILE_UID, type Schema } from '../schema/schema.ts'
import { locked } from '../sql/locked.ts'
import { bind, column, name, sql } from '../sql/sql.ts'
import { deleteCascading } from '../store/documents/delete-cascading.ts'
import { type Assignment, insertRow, updateRow } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { tableOf } from '../tables/tables.ts'
import type { MediaEvent } from '../vocabulary/webhook-events.ts'

/** By attribute. */
export type FileValues = Readonly<Record<string, Value>>

/** The files on disk of a row. */
export interface StoredFile {
  readonly name: string
  readonly hash: string
  readonly ext: string
  /** Names in the uploads folder: of the file, and of its formats. Empty if another provider stores them. */
  readonly names: readonly string[]
}

export function fileType(schema: Schema): ContentType {
  const type = schema.contentTypes.get(FILE_UID)
  if (type === undefined) throw new ApiError('ROUTE_UNKNOWN')
  return type
}

export async function insertFile(store: Store, values: FileValues): Promise<number> {
  const times = { createdAt: store.now, updatedAt: store.now, publishedAt: store.now }
  const own = { provider: PROVIDER, folderPath: '/', ...values, documentId: store.newDocumentId(), ...times }
  const id = await insertRow(store, tableOf(store.tables, FILE_UID).table, assignments(store, own))
  await announce(store, 'media.create', id)
  return id
}

export async function updateFile(store: Store, id: number, values: FileValues): Promise<void> {
  const changed = assignments(store, { ...values, updatedAt: store.now })
  await updateRow(store, tableOf(store.tables, FILE_UID).table, id, changed)
  await announce(store, 'media.update', id)
}

export async function deleteFile(store: Store, id: number): Promise<void> {
  await announce(store, 'media.delete', id)
  await deleteCascading(store, fileType(store.schema), [id])
}

function announce(store: Store, event: MediaEvent, id: number): Promise<void> {
  return store.announce(event, { type: fileType(store.schema), id, document: String(id), status: 'published' })
}

const PROVIDER = 'local'

/** The row, locked. */
export async function findFile(store: Store, id: number): Promise<StoredFile> {
  const type = fileType(store.schema)
  const members = ['name', 'hash', 'ext', 'formats', 'provider'].flatMap((key) => {
    const attribute = type.attributes.get(key)
    if (attribute?.kind !== 'scalar') return []
    const { name: columnName, kind } = columnOf(type, attribute, store.tables)
    return [{ key, value: store.dialect.shown(column('t', columnName), kind) }]
  })
  const from = sql`${name(tableOf(store.tables, FILE_UID).table)} as t where ${column('t', ID.name)} = ${bind(id)}`
  const [row] = await store.run(locked(sql`select ${store.dialect.jsonObject(members)} from ${from}`, store.dialect))
  if (row === undefined) throw new ApiError('FILE_UNKNOWN')
  const found = JSON.parse(String(row[0])) as Readonly<Record<string, unknown>>
  const [hash, ext] = [textOf(found.hash), textOf(found.ext)]
  return { name: textOf(found.name), hash, ext, names: found.provider === PROVIDER ? namesOf(found, hash, ext) : [] }
}

function namesOf({ formats }: Readonly<Record<string, unknown>>, hash: string, ext: string): readonly string[] {
  const others = isRecord(formats) ? Object.values(formats).filter(isRecord) : []
  return [`${hash}${ext}`, ...others.map((format) => `${textOf(format.hash)}${textOf(format.ext)}`)]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Columns that this database does not have are left out. */
function assignments(store: Store, values: FileValues): readonly Assignment[] {
  const type = fileType(store.schema)
  return Object.entries(values).flatMap(([key, value]) => {
    const attribute = type.attributes.get(key)
    if (attribute?.kind !== 'scalar') return []
    const { name: columnName, kind } = columnOf(type, attribute, store.tables)
    return [{ column: columnName, value: store.dialect.stored(value, kind) }]
  })
}
