/** `ref`, `refId` and `field` of an upload: the entry that the files belong to from the start. */

import { type Caller, forbidden, may } from '../access/caller.ts'
import { type VisibleSchema, writableAttribute, writableNames } from '../access/visible-schema.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ContentType, MediaAttribute, Schema } from '../schema/schema.ts'
import { bind, name, sql } from '../sql/sql.ts'
import { shareChanges } from '../store/documents/share-across-locales.ts'
import { versionIn, versionsOf } from '../store/documents/versions.ts'
import { insertLinks, isLinkOf, linkOf } from '../store/links/link-table.ts'
import { writeMedia } from '../store/links/write-media.ts'
import type { Store } from '../store/store.ts'
import { tableOf } from '../tables/tables.ts'
import { readId } from '../validate/read-reference.ts'
import type { Received } from './receive-upload.ts'

export interface Attachment {
  readonly type: ContentType
  readonly id: number
  readonly attribute: MediaAttribute
}

/** Null if the request attaches nothing. Attaching a file changes the entry, so the caller must be allowed to update it. */
export function readAttachment({ fields, files }: Received, schema: Schema, caller: Caller): Attachment | null {
  const [ref, refId, field] = ['ref', 'refId', 'field'].map((key) => fields.get(key)?.[0] ?? '')
  if (!ref || !refId || !field) return null
  // Only names from the schema go to the log.
  if (!may(caller, `${ref}.update`)) {
    throw schema.contentTypes.has(ref) ? forbidden(caller, `${ref}.update`) : new ApiError('FORBIDDEN')
  }
  const type = schema.contentTypes.get(ref)
  if (type === undefined) throw refused(`ref must be the UID of a content type, such as api::article.article`, 'ref')
  const attribute = writableAttribute({ schema, caller }, type, field)
  if (attribute?.kind !== 'media') throw refused(noMedia(type, { schema, caller }), 'field')
  if (!attribute.toMany && files.length > 1) throw refused(`${field} must be one file at most`, 'files')
  const id = readId(refId)
  if (id === null) throw refused('refId must be the numeric id of an entry', 'refId')
  return { type, id, attribute }
}

function noMedia(type: ContentType, view: VisibleSchema): string {
  const names = writableNames(view, type).filter((name) => type.attributes.get(name)?.kind === 'media')
  const there = names.length === 0 ? 'it has none' : `there are: ${names.join(', ')}`
  return `${type.uid} has no media attribute of the name in field; ${there}`
}

/**
 * Gives the files to the version of the entry that was named, to all locales where they share the attribute, and with a
 * published version also to its draft: the next publication would otherwise take them away again.
 */
export async function attachFiles(store: Store, attachment: Attachment, files: readonly number[]): Promise<void> {
  const { type, attribute } = attachment
  const rows = await versionsOf(store, type, await documentOf(store, attachment))
  const named = rows.find(({ id }) => id === attachment.id) ?? noEntry(type)
  const draft = named.status === 'published' ? versionIn(rows, named.locale, 'draft') : undefined
  for (const version of draft === undefined ? [named] : [draft, named]) {
    await addFiles(store, { type, attribute, id: version.id }, files)
    await shareChanges({ store, type, version, rows }, new Set([attribute.name]))
  }
}

async function documentOf(store: Store, { type, id }: Attachment): Promise<string> {
  const { table } = tableOf(store.tables, type.uid)
  const [entry] = await store.run(sql`select "document_id" from ${name(table)} where "id" = ${bind(id)}`)
  return typeof entry?.[0] === 'string' ? entry[0] : noEntry(type)
}

/** A list gets the files at its end; a single file takes the place of the one before. */
async function addFiles(store: Store, { type, id, attribute }: Attachment, files: readonly number[]): Promise<void> {
  if (!attribute.toMany) {
    const last = files.slice(-1).map((file) => ({ kind: 'id', id: file }) as const)
    const change = { kind: 'set', files: last } as const
    return writeMedia({ store, model: type, attribute }, [{ id, isNew: false, change }])
  }
  const link = linkOf(store, type, attribute)
  const order = name(link.order ?? 'order')
  const [last] = await store.run(
    sql`select coalesce(max(${order}), 0) from ${name(link.table)} where ${isLinkOf(link, id)}`,
  )
  const first = Math.floor(Number(last?.[0] ?? 0)) + 1
  const added = files.map((far, index) => ({ far, order: first + index, otherOrder: null }))
  await insertLinks({ store, link, near: id }, added)
}

function noEntry(type: ContentType): never {
  throw refused(`There is no entry of ${type.uid} with this id`, 'refId')
}

function refused(message: string, path: string): ApiError {
  return new ApiError('VALUE_INVALID', { message, details: { path, source: 'body' } })
}
