/** What is not localized is the same in every locale: a change in one is a change in all, within one status. */

import type { Attribute, ContentType } from '../schema/schema.ts'
import { tableOf } from '../tables/tables.ts'
import { copyAround, scalarColumns } from './copy-version.ts'
import { updateFromCopy } from './rows.ts'
import type { Store } from './store.ts'
import type { VersionRow } from './versions.ts'

/** `changed` names the attributes that may have changed; without it, all. */
export async function shareAcrossLocales(
  store: Store,
  type: ContentType,
  from: VersionRow,
  rows: readonly VersionRow[],
  changed?: ReadonlySet<string>,
): Promise<void> {
  if (!type.localized) return
  const takes = (attribute: string) => changed === undefined || changed.has(attribute)
  for (const row of rows) {
    if (row.id !== from.id && row.status === from.status) await copyShared(store, type, from.id, row, takes)
  }
}

/** `takes` says, by name, which of the shared attributes are copied. */
export async function copyShared(
  store: Store,
  type: ContentType,
  from: number,
  to: VersionRow,
  takes: (attribute: string) => boolean,
): Promise<void> {
  const isCopied = (attribute: Attribute): boolean => isShared(attribute) && takes(attribute.name)
  await updateFromCopy(store, tableOf(store.tables, type.uid).table, from, to.id, scalarColumns(store, type, isCopied))
  await copyAround(store, type, from, to.id, { status: null, locale: to.locale }, isCopied)
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
