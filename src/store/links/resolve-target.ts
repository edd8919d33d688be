/** A reference in a write → the rows that are linked: which version, which locale. */

import { ApiError } from '../../errors/api-error.ts'
import type { ContentType } from '../../schema/schema.ts'
import { bind, name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { EntryReference, LinkItem } from '../../validate/document-input.ts'
import { type Root, type VersionRow, versionsOf } from '../documents/versions.ts'
import type { Store } from '../store.ts'

/** What is linked from where: rows of the target, from the root or from a component of it. */
export interface Linking {
  readonly store: Store
  readonly root: Root
  readonly target: ContentType
}

/**
 * A row with Draft & Publish links to the version of its own status; one without links to both, so that either can
 * be shown. A localized row links to its own locale; any other to the one named, or else to the default.
 */
export async function resolveTarget(linking: Linking, item: LinkItem, mayBeGone = false): Promise<readonly number[]> {
  const { store, target } = linking
  const found = await findDocument(store, item.entry, target)
  if (found === null && mayBeGone && item.entry.kind === 'id') return []
  if (found === null) throw missing(item.entry, target)
  const rows = await versionsOf(store, target, found.documentId)
  const locale = localeFor(linking, item, found.locale)
  const candidates = rows.filter((row) => row.locale === locale && isMeant(linking, item, row))
  if (candidates.length === 0) throw noVersion(found.documentId, locale)
  // A relation to one keeps the last.
  return ['draft', 'published'].flatMap((status) =>
    candidates.filter((row) => row.status === status).map((row) => row.id),
  )
}

function isMeant({ target, root }: Linking, item: LinkItem, row: VersionRow): boolean {
  if (!target.draftAndPublish) return true
  const wanted = root.type.draftAndPublish ? root.status : item.status
  return wanted === null || row.status === wanted
}

/** `own` is the locale of a row that was named by its id. */
function localeFor({ store, target, root }: Linking, item: LinkItem, own: string | null): string | null {
  if (!target.localized) return null
  if (root.type.localized) return root.locale
  return item.locale ?? own ?? store.defaultLocale
}

interface FoundDocument {
  readonly documentId: string
  /** Of the row that was named by its id. */
  readonly locale: string | null
}

async function findDocument(store: Store, entry: EntryReference, target: ContentType): Promise<FoundDocument | null> {
  const { table } = tableOf(store.tables, target.uid)
  const where = entry.kind === 'id' ? sql`"id" = ${bind(entry.id)}` : sql`"document_id" = ${bind(entry.documentId)}`
  const [row] = await store.run(sql`select "document_id", "locale" from ${name(table)} where ${where} limit 1`)
  if (row === undefined) return null
  const locale = entry.kind === 'id' && typeof row[1] === 'string' ? row[1] : null
  return { documentId: String(row[0]), locale }
}

function missing(entry: EntryReference, target: ContentType): ApiError {
  if (entry.kind === 'document') return noVersion(entry.documentId, null)
  return new ApiError('VALUE_INVALID', {
    message: `1 relation(s) of type ${target.uid} associated with this entity do not exist`,
  })
}

function noVersion(documentId: string, locale: string | null): ApiError {
  return new ApiError('VALUE_INVALID', { message: `Document with id "${documentId}", locale "${locale}" not found` })
}
