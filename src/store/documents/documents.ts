/** The operations on a document. Each is one request, and runs in one transaction. */

import { ApiError } from '../../errors/api-error.ts'
import { hasDrafts } from '../../schema/models.ts'
import { bind } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { RowInput } from '../../validate/document-input.ts'
import { refuseMissing } from '../../validate/report-missing.ts'
import { validatePublish } from '../../validate/validate-publish.ts'
import { withDefaults } from '../../validate/with-defaults.ts'
import type { EntryEvent } from '../../vocabulary/webhook-events.ts'
import { readTargets } from '../links/known-targets.ts'
import { refuseUnknownReferences } from '../links/unknown-references.ts'
import { insertRow, updateRow } from '../rows.ts'
import type { RowRef, Store } from '../store.ts'
import { lockParts } from '../unique/lock-parts.ts'
import { refuseTakenValues } from '../unique/refuse-taken.ts'
import { assignFreeSlugs } from '../unique/unique-values.ts'
import { copyVersion } from './copy-version.ts'
import { deleteCascading } from './delete-cascading.ts'
import type { DocumentRef } from './document-ref.ts'
import { copyToDraft, ensureDraft } from './ensure-draft.ts'
import { linkFromUnversioned, linkFromUnversionedMorphs, repointUnversioned } from './link-unversioned.ts'
import { lockDocuments, lockMentioned } from './lock-documents.ts'
import { readStoredRow } from './read-stored-row.ts'
import { copyShared, shareChanges, shareVersion, toLocale } from './share-across-locales.ts'
import { type VersionRow, versionIn, versionsOf } from './versions.ts'
import { at, localeOf, scalarAssignments, writeNested } from './write-row.ts'

export async function createDocument(store: Store, document: DocumentRef, input: RowInput): Promise<void> {
  await lockParts(store, document, input)
  await lockMentioned(store, input)
  await refuseUnknownReferences(store, input)
  const given = withDefaults(input)
  // A single type is sent by PUT, which is validated as a change.
  if (document.type.kind === 'singleType' && !hasDrafts(document.type)) refuseMissing(given, store.strictRelations)
  const written = await assignFreeSlugs(store, document, given)
  const id = await insertDraft(store, document, written)
  if (!document.type.draftAndPublish) await refuseTakenValues({ store, document, id }, written)
  if (document.type.kind === 'singleType') await refuseIncomplete(store, { model: document.type, id })
  await announceDraft(store, 'entry.create', document, id)
}

/** Creates a locale that the document does not have yet, with the values that all locales share. */
export async function updateDocument(store: Store, document: DocumentRef, sent: RowInput): Promise<void> {
  await lockParts(store, document, sent)
  await lockDocuments(store, document, sent)
  const rows = await existing(store, document)
  await refuseUnknownReferences(store, sent)
  const draft = await ensureDraft(store, document, rows)
  if (draft === undefined) return addLocale({ store, document, rows }, sent)
  const input = await assignFreeSlugs(store, document, sent)
  const { type, locale } = document
  const times = [at(store, 'updated_at'), ...(type.draftAndPublish ? [] : [at(store, 'published_at')])]
  const values = [...scalarAssignments(store, input), ...times]
  const [known] = await Promise.all([
    readTargets(store, document, input),
    updateRow(store, tableOf(store.tables, type.uid).table, draft.id, values),
  ])
  await writeNested({ store, root: { type, locale, status: 'draft', known }, id: draft.id, isNew: false }, input)
  if (!type.draftAndPublish) await refuseTakenValues({ store, document, id: draft.id }, input)
  await refuseIncomplete(store, { model: type, id: draft.id }, checkedAsStored(input))
  await shareChanges({ store, type, version: draft, rows }, namesIn(input))
  await announceDraft(store, 'entry.update', document, draft.id)
}

export async function publishDocument(store: Store, document: DocumentRef): Promise<void> {
  if (!document.type.draftAndPublish) return
  await lockParts(store, document)
  await lockDocuments(store, document)
  await publishWritten(store, document)
}

/** After the same transaction has created or changed the draft, and so holds all locks. */
export async function publishWritten(store: Store, document: DocumentRef): Promise<void> {
  const { type, locale } = document
  if (!type.draftAndPublish) return
  const rows = await existing(store, document)
  const draft = (await ensureDraft(store, document, rows)) ?? notFound()
  const published = versionIn(rows, locale, 'published')
  const row = await readStoredRow(store, type, draft.id)
  validatePublish(row)
  await refuseTakenValues({ store, document, id: draft.id }, row)
  const own = [at(store, 'published_at'), localeOf(locale)]
  const to = await copyVersion({ store, type, from: draft.id, to: published?.id ?? null, status: 'published', own })
  const versions = { store, type, from: draft.id, to }
  const isFirst = published === undefined
  await Promise.all([
    linkFromUnversioned(versions),
    isFirst ? linkFromUnversionedMorphs(versions) : null,
    isFirst ? repointUnversioned(versions) : null,
  ])
  // The published version keeps only relations to published documents.
  if (store.strictRelations) validatePublish(await readStoredRow(store, type, to))
  await shareVersion({ store, type, version: { id: to, locale, status: 'published' }, rows })
  await store.announce('entry.publish', { type, id: to, document: document.documentId, status: 'published' })
}

export async function unpublishDocument(store: Store, document: DocumentRef): Promise<void> {
  const { type, locale } = document
  await lockDocuments(store, document)
  const rows = await existing(store, document)
  // Strapi may have published it twice when it took two writes at once.
  const published = rows.filter((row) => row.locale === locale && row.status === 'published')
  const [shown] = published
  if (shown === undefined || !type.draftAndPublish) return
  await store.announce('entry.unpublish', { type, document: document.documentId, ...shown })
  const draft = await ensureDraft(store, document, rows)
  for (const { id } of published) {
    if (draft !== undefined) await repointUnversioned({ store, type, from: id, to: draft.id })
    await deleteCascading(store, type, [id])
  }
}

/** Overwrites the draft with the published version; without one the draft stays as it is. */
export async function discardDraft(store: Store, document: DocumentRef): Promise<void> {
  const { type, locale } = document
  await lockDocuments(store, document)
  const rows = await existing(store, document)
  const published = versionIn(rows, locale, 'published')
  if (published === undefined || !type.draftAndPublish) return
  const draft = versionIn(rows, locale, 'draft')
  const to = await copyToDraft(store, document, published.id, draft?.id ?? null)
  await shareVersion({ store, type, version: { id: to, locale, status: 'draft' }, rows })
  await announceDraft(store, 'entry.draft-discard', document, to)
}

/** `locale` undefined: in all of them. */
export async function deleteDocument(
  store: Store,
  { type, documentId }: Pick<DocumentRef, 'type' | 'documentId'>,
  locale: string | null | undefined,
): Promise<void> {
  await lockDocuments(store, { type, documentId })
  const rows = await versionsOf(store, type, documentId)
  for (const row of rows) {
    if (locale !== undefined && row.locale !== locale) continue
    await store.announce('entry.delete', { type, document: documentId, ...row })
    await deleteCascading(store, type, [row.id])
  }
}

/** Types without Draft & Publish have no drafts. */
function announceDraft(store: Store, event: EntryEvent, document: DocumentRef, id: number): Promise<void> {
  const { type, documentId } = document
  return store.announce(event, { type, id, document: documentId, status: type.draftAndPublish ? 'draft' : 'published' })
}

async function existing(store: Store, { type, documentId }: DocumentRef): Promise<readonly VersionRow[]> {
  const rows = await versionsOf(store, type, documentId)
  return rows.length === 0 ? notFound() : rows
}

function notFound(): never {
  throw new ApiError('ENTRY_UNKNOWN')
}

async function insertDraft(store: Store, document: DocumentRef, input: RowInput): Promise<number> {
  const { type, documentId, locale } = document
  const row = [
    { column: 'document_id', value: bind(documentId) },
    ...scalarAssignments(store, input),
    at(store, 'created_at'),
    at(store, 'updated_at'),
    // Types without Draft & Publish count as published since they were last written.
    ...(type.draftAndPublish ? [] : [at(store, 'published_at')]),
    localeOf(locale),
  ]
  const [id, known] = await Promise.all([
    insertRow(store, tableOf(store.tables, type.uid).table, row),
    readTargets(store, document, input),
  ])
  await writeNested({ store, root: { type, locale, status: 'draft', known }, id, isNew: true }, input)
  return id
}

interface NewLocale {
  readonly store: Store
  /** In the locale that it does not have yet. */
  readonly document: DocumentRef
  /** Its rows in other locales. */
  readonly rows: readonly VersionRow[]
}

async function addLocale({ store, document, rows }: NewLocale, input: RowInput): Promise<void> {
  const { type, locale } = document
  if (!type.localized) notFound()
  const source = rows.find((row) => row.status === 'draft') ?? rows[0] ?? notFound()
  const whole = withDefaults(input)
  if (!hasDrafts(type)) refuseMissing(whole, store.strictRelations, ({ localized }) => localized)
  const id = await insertDraft(store, document, await assignFreeSlugs(store, document, whole))
  const made: VersionRow = { id, locale, status: 'draft' }
  const given = filledIn(input)
  await copyShared(toLocale({ store, type, version: source }, made), (attribute) => !given.has(attribute))
  // Another document may have the values of the other locales in this one.
  if (!type.draftAndPublish) {
    await refuseTakenValues({ store, document, id }, await readStoredRow(store, type, id))
  }
  await shareChanges({ store, type, version: made, rows }, given)
  await refuseIncomplete(store, { model: type, id })
  await announceDraft(store, 'entry.create', document, id)
}

/** Attributes in an input, other than relations. */
function namesIn({ scalars, components, media }: RowInput): ReadonlySet<string> {
  return new Set([...scalars.keys(), ...components.keys(), ...media.keys()].map((attribute) => attribute.name))
}

/**
 * The same without those that are null, for a new locale. A form for a translation may send every field: one that is left empty means
 * what the other locales have, as in Strapi, and does not empty it in all of them.
 */
function filledIn(input: RowInput): ReadonlySet<string> {
  const { scalars, components, media } = input
  const isNull = [
    ...[...scalars].filter(([, value]) => value === null),
    ...[...components].filter(([{ toMany }, items]) => !toMany && items.length === 0),
    ...[...media].filter(([{ toMany }, change]) => !toMany && change.kind === 'set' && change.files.length === 0),
  ]
  const without = new Set(isNull.map(([attribute]) => attribute.name))
  return new Set([...namesIn(input)].filter((name) => !without.has(name)))
}

/** Drafts are validated when they are published; types without drafts are validated when they are written. */
async function refuseIncomplete(store: Store, { model, id }: RowRef, only?: ReadonlySet<string>): Promise<void> {
  if (hasDrafts(model) || only?.size === 0) return
  validatePublish(await readStoredRow(store, model, id), (attribute) => only?.has(attribute) ?? true)
}

/**
 * Attributes that can be validated only in the stored row: whether a component with an id is a new one, whether
 * links are left, and whether null in a value that all locales share is one in a new locale.
 */
function checkedAsStored({ scalars, components, relations, media }: RowInput): ReadonlySet<string> {
  const nulls = [...scalars].flatMap(([attribute, value]) => (attribute.required && value === null ? [attribute] : []))
  const others = [...components.keys(), ...relations.keys(), ...media.keys()]
  return new Set([...nulls, ...others].map((attribute) => attribute.name))
}
