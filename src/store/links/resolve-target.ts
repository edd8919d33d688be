/** A reference in a write → the rows that are linked: which version, which locale. */

import { ApiError } from '../../errors/api-error.ts'
import type { Attribute, ContentType, Model } from '../../schema/schema.ts'
import { bind, name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { EntryReference, LinkItem } from '../../validate/document-input.ts'
import { type KnownDocument, type Root, type VersionRow, versionsOf } from '../documents/versions.ts'
import type { Store } from '../store.ts'
import { targetKey } from './known-targets.ts'

/** The relation that a reference is resolved for: in the root, or in a component of it. */
export interface Linking {
  readonly store: Store
  readonly root: Root
  readonly target: ContentType
  /** The model that has the attribute, the root or a component: named in errors. */
  readonly model: Pick<Model, 'uid'>
  readonly attribute: Pick<Attribute, 'name'>
}

/**
 * A row with Draft & Publish links to the version of its own status; one without links to both, so that either can
 * be shown. A localized row links to its own locale; any other to the one named, or else to the default.
 */
export async function resolveTarget(
  linking: Linking,
  item: LinkItem,
  isDisconnected = false,
): Promise<readonly number[]> {
  const { store, target, root } = linking
  const known = root.known.get(targetKey(target.uid, item.entry))
  const found = known === undefined ? await findDocument(store, item.entry, target) : foundIn(known, item.entry)
  if (found === null && isDisconnected && item.entry.kind === 'id') return []
  if (found === null) throw missing(linking, item)
  const rows = known?.rows ?? (await versionsOf(store, target, found.documentId))
  const locale = localeFor(linking, item, found.locale)
  const candidates = rows.filter((row) => row.locale === locale && isLinkedVersion(linking, item, row, isDisconnected))
  if (candidates.length === 0) throw noVersion(linking, item, locale)
  // A relation to one keeps the last.
  return ['draft', 'published'].flatMap((status) => {
    const ids = candidates.filter((row) => row.status === status).map((row) => row.id)
    // Strapi may have made a version twice when it took two writes at once: reads and writes use the first row.
    return isDisconnected ? ids : ids.slice(0, 1)
  })
}

/**
 * Disconnecting ends links to both versions: the request names the document, and Strapi may have left a link to the other
 * version.
 */
function isLinkedVersion({ target, root }: Linking, item: LinkItem, row: VersionRow, isDisconnected: boolean): boolean {
  if (!target.draftAndPublish) return true
  const own = isDisconnected ? null : root.status
  const wanted = root.type.draftAndPublish ? own : item.status
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
  /** The locale of the row that was named by its id. */
  readonly locale: string | null
}

function foundIn({ documentId, rows }: KnownDocument, entry: EntryReference): FoundDocument {
  const named = entry.kind === 'id' ? rows.find(({ id }) => id === entry.id) : undefined
  return { documentId, locale: named?.locale ?? null }
}

async function findDocument(store: Store, entry: EntryReference, target: ContentType): Promise<FoundDocument | null> {
  const { table } = tableOf(store.tables, target.uid)
  const where = entry.kind === 'id' ? sql`"id" = ${bind(entry.id)}` : sql`"document_id" = ${bind(entry.documentId)}`
  const [row] = await store.run(sql`select "document_id", "locale" from ${name(table)} where ${where} limit 1`)
  if (row === undefined) return null
  const locale = entry.kind === 'id' && typeof row[1] === 'string' ? row[1] : null
  return { documentId: String(row[0]), locale }
}

function missing(linking: Linking, item: LinkItem): ApiError {
  const hint = `${placeOf(linking)} names an entry of ${linking.target.uid} that does not exist`
  return notFound(linking, item, localeFor(linking, item, null), hint)
}

function noVersion(linking: Linking, item: LinkItem, locale: string | null): ApiError {
  const where = locale === null ? '' : ` in ${locale}`
  const hint = `${placeOf(linking)} names an entry of ${linking.target.uid} that has no such version${where}: write it first`
  return notFound(linking, item, locale, hint)
}

/** Named as the caller named it: the documentId behind an id may be that of a draft that is hidden from them. */
function notFound(linking: Linking, { entry }: LinkItem, locale: string | null, hint: string): ApiError {
  const message =
    entry.kind === 'document'
      ? `Document with id "${entry.documentId}", locale "${locale}" not found`
      : `1 relation(s) of type ${linking.target.uid} associated with this entity do not exist`
  return refused(linking, message, hint)
}

/** Messages are Strapi's, which do not say where. */
function refused({ attribute }: Linking, message: string, hint: string): ApiError {
  return new ApiError('VALUE_INVALID', { message, details: { source: 'body', path: attribute.name, hint } })
}

function placeOf({ model, attribute }: Linking): string {
  return `${attribute.name} of ${model.uid}`
}
