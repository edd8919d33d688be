/**
 * Attributes that are not localized have the same value in every locale: a change in one changes all, within one
 * status.
 */

import { holdsComponents } from '../../schema/attribute-kinds.ts'
import type { Attribute, ContentType } from '../../schema/schema.ts'
import { updateWhere } from '../../sql/write-rows.ts'
import { tableOf } from '../../tables/tables.ts'
import type { RowCopy } from '../links/pairing.ts'
import { isOneOf, updateFromCopies } from '../rows.ts'
import type { Store } from '../store.ts'
import { copiedColumns, copyNested } from './copy-version.ts'
import { type VersionRow, versionIn } from './versions.ts'
import { at } from './write-row.ts'

/** A version that was just written, among all rows of its document. */
export interface WrittenVersion {
  readonly store: Store
  readonly type: ContentType
  readonly version: VersionRow
  readonly rows: readonly VersionRow[]
}

/** After attributes of one row were written. */
export async function shareChanges(written: WrittenVersion, attributes: ReadonlySet<string>): Promise<void> {
  const takes: Takes = (name) => attributes.has(name)
  if (!hasShared(written.type, takes)) return
  const others = otherLocalesOf(written)
  for (const to of others) await copyShared(toLocale(written, to), takes)
  await touch(written, others)
}

/**
 * After one locale was published, or its draft discarded: the other locales copy shared values from their own other
 * version, in which they are linked in that locale already.
 */
export async function shareVersion(written: WrittenVersion): Promise<void> {
  const { type, version, rows } = written
  if (!hasShared(type, EVERYTHING)) return
  const others = otherLocalesOf(written)
  for (const to of others) {
    const own = versionIn(rows, to.locale, version.status === 'draft' ? 'published' : 'draft')
    if (own === undefined) await copyShared(toLocale(written, to), EVERYTHING)
    else await copyShared(toStatus(written, own, to), EVERYTHING)
  }
  await touch(written, others)
}

/** Clients that ask for what was updated since then get these, too. */
async function touch({ store, type }: WrittenVersion, rows: readonly VersionRow[]): Promise<void> {
  if (rows.length === 0) return
  const { table } = tableOf(store.tables, type.uid)
  const ids = rows.map(({ id }) => id)
  await store.run(updateWhere(table, [at(store, 'updated_at')], isOneOf('id', ids)))
}

function otherLocalesOf({ type, version: { id, status }, rows }: WrittenVersion): readonly VersionRow[] {
  return type.localized ? rows.filter((row) => row.id !== id && row.status === status) : []
}

/** The version, for another locale: related documents are linked in that locale. */
export function toLocale({ store, type, version }: Omit<WrittenVersion, 'rows'>, { id, locale }: VersionRow): RowCopy {
  const pairs = [{ from: version.id, to: id }]
  return { store, model: type, pairs, pairing: { status: null, locale }, isNew: false }
}

/** The copy of a locale's row to its other status. */
function toStatus({ store, type, version }: WrittenVersion, from: VersionRow, to: VersionRow): RowCopy {
  return {
    store,
    model: type,
    pairs: [{ from: from.id, to: to.id }],
    pairing: { status: version.status, locale: null },
    isNew: false,
  }
}

/** Whether a shared attribute is copied, by its name. */
type Takes = (attribute: string) => boolean

const EVERYTHING: Takes = () => true

function hasShared({ attributes }: ContentType, takes: Takes): boolean {
  return [...attributes.values()].some((attribute) => isShared(attribute) && takes(attribute.name))
}

export async function copyShared(copy: RowCopy, takes: Takes): Promise<void> {
  const { store, model, pairs } = copy
  const isCopied = (attribute: Attribute): boolean => isShared(attribute) && takes(attribute.name)
  const { table } = tableOf(store.tables, model.uid)
  await updateFromCopies(store, { table, columns: copiedColumns(store, model, isCopied), pairs })
  await copyNested(copy, isCopied)
}

/** Columns that differ between the rows of a document. */
const OWN: ReadonlySet<string> = new Set(['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'])

/** Relations are never shared: their targets have locales of their own. */
export function isShared(attribute: Attribute): boolean {
  if (attribute.localized || OWN.has(attribute.name)) return false
  return attribute.kind === 'scalar' || attribute.kind === 'media' || holdsComponents(attribute)
}
