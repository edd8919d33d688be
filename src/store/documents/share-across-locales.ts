/** What is not localized is the same in every locale: a change in one is a change in all, within one status. */

import type { Attribute, ContentType } from '../../schema/schema.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Pairing } from '../links/pairing.ts'
import { updateFromCopy } from '../rows.ts'
import type { Store } from '../store.ts'
import { copiedColumns, copyNested } from './copy-version.ts'
import { type VersionRow, versionIn } from './versions.ts'

/** After attributes of one row were written. */
export async function shareChanges(
  store: Store,
  type: ContentType,
  changed: VersionRow,
  rows: readonly VersionRow[],
  attributes: ReadonlySet<string>,
): Promise<void> {
  for (const row of othersOf(type, changed, rows)) {
    await copyShared(store, type, changed.id, row, inLocaleOf(row), (attribute) => attributes.has(attribute))
  }
}

/**
 * After one locale was published, or its draft was discarded: the others follow with what they themselves have in the
 * other version, where what is shared is linked in their own locale already.
 */
export async function shareVersion(
  store: Store,
  type: ContentType,
  made: VersionRow,
  rows: readonly VersionRow[],
): Promise<void> {
  const { status } = made
  for (const row of othersOf(type, made, rows)) {
    const own = versionIn(rows, row.locale, status === 'draft' ? 'published' : 'draft')
    if (own === undefined) await copyShared(store, type, made.id, row, inLocaleOf(row), () => true)
    else await copyShared(store, type, own.id, row, { status, locale: null }, () => true)
  }
}

function othersOf({ localized }: ContentType, { id, status }: VersionRow, rows: readonly VersionRow[]) {
  return localized ? rows.filter((row) => row.id !== id && row.status === status) : []
}

export function inLocaleOf({ locale }: VersionRow): Pairing {
  return { status: null, locale }
}

/** `takes` says, by name, which of the shared attributes are copied. */
export async function copyShared(
  store: Store,
  type: ContentType,
  from: number,
  to: VersionRow,
  pairing: Pairing,
  takes: (attribute: string) => boolean,
): Promise<void> {
  const isCopied = (attribute: Attribute): boolean => isShared(attribute) && takes(attribute.name)
  const { table } = tableOf(store.tables, type.uid)
  await updateFromCopy(store, { table, columns: copiedColumns(store, type, isCopied), from }, to.id)
  await copyNested(store, type, from, to.id, pairing, isCopied)
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
