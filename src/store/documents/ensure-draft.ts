/**
 * The draft that a write starts from. A script that inserts published rows with Strapi's query engine makes entries without a
 * draft: Strapi writes only what the body mentions to a new draft, and publishing that loses everything else.
 */

import { sql } from '../../sql/sql.ts'
import type { Assignment } from '../rows.ts'
import type { Store } from '../store.ts'
import { copyVersion } from './copy-version.ts'
import type { DocumentRef } from './document-ref.ts'
import { copyShared, toLocale } from './share-across-locales.ts'
import { type VersionRow, versionIn } from './versions.ts'
import { localeOf } from './write-row.ts'

/** Undefined where the document does not exist in this locale. A draft that is missing is made from the published version. */
export async function ensureDraft(
  store: Store,
  document: DocumentRef,
  rows: readonly VersionRow[],
): Promise<VersionRow | undefined> {
  const { type, locale } = document
  const draft = versionIn(rows, locale, 'draft')
  const published = versionIn(rows, locale, 'published')
  if (draft !== undefined || published === undefined) return draft
  const made: VersionRow = { id: await copyToDraft(store, document, published.id, null), locale, status: 'draft' }
  // Drafts of other locales may have been changed since they were published.
  const version = rows.find((row) => row.status === 'draft')
  if (version !== undefined) await copyShared(toLocale({ store, type, version }, made), () => true)
  return made
}

/** Returns the id of the draft; `to` is that of the one to overwrite, if there is one. */
export function copyToDraft(
  store: Store,
  { type, locale }: DocumentRef,
  from: number,
  to: number | null,
): Promise<number> {
  const own: readonly Assignment[] = [{ column: 'published_at', value: sql`null` }, localeOf(locale)]
  return copyVersion({ store, type, from, to, status: 'draft', own })
}
