/** What is not localized is the same in every locale: a change in one is a change in all, within one status. */

import type { Attribute, ContentType } from '../schema/schema.ts'
import { tableOf } from '../tables/tables.ts'
import { copyAround, scalarColumns } from './copy-version.ts'
import { updateFromCopy } from './rows.ts'
import type { Store } from './store.ts'
import type { VersionRow } from './versions.ts'

export async function shareAcrossLocales(
  store: Store,
  type: ContentType,
  changed: VersionRow,
  rows: readonly VersionRow[],
): Promise<void> {
  if (!type.localized) return
  for (const row of rows) {
    if (row.id !== changed.id && row.status === changed.status) await copyShared(store, type, changed.id, row.id)
  }
}

/** `except` are attributes that the row has its own of. */
export async function copyShared(
  store: Store,
  type: ContentType,
  from: number,
  to: number,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  const takes = (attribute: Attribute): boolean => isShared(attribute) && !except.has(attribute.name)
  await updateFromCopy(store, tableOf(store.tables, type.uid).table, from, to, scalarColumns(store, type, takes))
  await copyAround(store, type, from, to, null, takes)
}

/** What tells the rows of a document apart, and what each row says of itself. */
const OWN: ReadonlySet<string> = new Set(['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'])

/** Relations are of one locale always: their targets have locales of their own. */
function isShared(attribute: Attribute): boolean {
  if (attribute.localized || OWN.has(attribute.name)) return false
  return (
    attribute.kind === 'scalar' ||
    attribute.kind === 'component' ||
    attribute.kind === 'dynamiczone' ||
    attribute.kind === 'media'
  )
}
