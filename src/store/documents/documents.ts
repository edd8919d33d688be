/** What can be done with a document. Each of these is one request, and runs in one transaction. */

import { ApiError } from '../../errors/api-error.ts'
import type { ContentType } from '../../schema/schema.ts'
import { bind, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { RowInput } from '../../validate/document-input.ts'
import { validatePublish } from '../../validate/validate-publish.ts'
import { withDefaults } from '../../validate/with-defaults.ts'
import { refuseUnknownReferences } from '../links/unknown-references.ts'
import { type Assignment, insertRow, updateRow } from '../rows.ts'
import type { Store } from '../store.ts'
import { refuseTakenValues } from '../unique/refuse-taken.ts'
import { assignFreeSlugs } from '../unique/unique-values.ts'
import { copyVersion } from './copy-version.ts'
import { deleteCascading } from './delete-cascading.ts'
import type { DocumentRef } from './document-ref.ts'
import { linkFromUnversioned, linkFromUnversionedMorphs, repointUnversioned } from './link-unversioned.ts'
import { lockDocuments } from './lock-documents.ts'
import { readStoredRow } from './read-stored-row.ts'
import { copyShared, inLocaleOf, shareChanges, shareVersion } from './share-across-locales.ts'
import { type VersionRow, versionIn, versionsOf } from './versions.ts'
import { scalarAssignments, writeNested } from './write-row.ts'

export async function createDocument(store: Store, place: DocumentRef, input: RowInput): Promise<void> {
  await lockDocuments(store, place, input)
  await refuseUnknownReferences(store, input)
  const id = await insertDraft(store, place, await assignFreeSlugs(store, place, withDefaults(input)))
  // What was sent was read as a change.
  if (place.type.kind === 'singleType') await refuseIncomplete(store, place.type, id)
}

/** A locale that the document does not have yet is made, with what all locales share. */
export async function updateDocument(store: Store, place: DocumentRef, sent: RowInput): Promise<void> {
  await lockDocuments(store, place, sent)
  const rows = await existing(store, place)
  await refuseUnknownReferences(store, sent)
  const draft = versionIn(rows, place.locale, 'draft')
  if (draft === undefined) return translate(store, place, sent, rows)
  const input = await assignFreeSlugs(store, place, sent)
  const { type, locale } = place
  const times = [at(store, 'updated_at'), ...(type.draftAndPublish ? [] : [at(store, 'published_at')])]
  await updateRow(store, tableOf(store.tables, type.uid).table, draft.id, [
    ...scalarAssignments(store, input),
    ...times,
  ])
  await writeNested(store, draft.id, input, { type, locale, status: 'draft' })
  if (!type.draftAndPublish) await refuseTakenValues(store, place, draft.id, input)
  await refuseIncomplete(store, type, draft.id, linkedAttributes(input))
  await shareChanges(store, type, draft, rows, namesIn(input))
}

export async function publishDocument(store: Store, place: DocumentRef): Promise<void> {
  const { type, locale } = place
  if (!type.draftAndPublish) return
  await lockDocuments(store, place)
  const rows = await existing(store, place)
  const draft = versionIn(rows, locale, 'draft') ?? notFound()
  const published = versionIn(rows, locale, 'published')
  const row = await readStoredRow(store, type, draft.id)
  validatePublish(row)
  await refuseTakenValues(store, place, draft.id, row)
  const own = [at(store, 'published_at'), localeOf(locale)]
  const to = await copyVersion({ store, type, from: draft.id, to: published?.id ?? null, status: 'published', own })
  if (published === undefined) {
    await linkFromUnversioned(store, type, draft.id, to)
    await linkFromUnversionedMorphs(store, type, draft.id, to)
    await repointUnversioned(store, type, draft.id, to)
  }
  await shareVersion(store, type, { id: to, locale, status: 'published' }, rows)
}

export async function unpublishDocument(store: Store, place: DocumentRef): Promise<void> {
  const { type, locale } = place
  const rows = await existing(store, place)
  const published = versionIn(rows, locale, 'published')
  if (published === undefined || !type.draftAndPublish) return
  const draft = versionIn(rows, locale, 'draft')
  if (draft !== undefined) await repointUnversioned(store, type, published.id, draft.id)
  await deleteCascading(store, type, published.id)
}

/** The draft becomes what is published. Nothing to go back to is not an error: the draft stays. */
export async function discardDraft(store: Store, place: DocumentRef): Promise<void> {
  const { type, locale } = place
  await lockDocuments(store, place)
  const rows = await existing(store, place)
  const published = versionIn(rows, locale, 'published')
  if (published === undefined || !type.draftAndPublish) return
  const draft = versionIn(rows, locale, 'draft')
  const own: readonly Assignment[] = [{ column: 'published_at', value: sql`null` }, localeOf(locale)]
  const to = await copyVersion({ store, type, from: published.id, to: draft?.id ?? null, status: 'draft', own })
  await shareVersion(store, type, { id: to, locale, status: 'draft' }, rows)
}

/** `locale` undefined: in all of them. */
export async function deleteDocument(
  store: Store,
  { type, documentId }: Pick<DocumentRef, 'type' | 'documentId'>,
  locale: string | null | undefined,
): Promise<void> {
  const rows = await versionsOf(store, type, documentId)
  for (const row of rows) {
    if (locale === undefined || row.locale === locale) await deleteCascading(store, type, row.id)
  }
}

async function existing(store: Store, { type, documentId }: DocumentRef): Promise<readonly VersionRow[]> {
  const rows = await versionsOf(store, type, documentId)
  return rows.length === 0 ? notFound() : rows
}

function notFound(): never {
  throw new ApiError('ENTRY_UNKNOWN')
}

async function insertDraft(store: Store, place: DocumentRef, input: RowInput): Promise<number> {
  const { type, documentId, locale } = place
  const id = await insertRow(store, tableOf(store.tables, type.uid).table, [
    { column: 'document_id', value: bind(documentId) },
    ...scalarAssignments(store, input),
    at(store, 'created_at'),
    at(store, 'updated_at'),
    // Types without Draft & Publish count as published since they were last written.
    ...(type.draftAndPublish ? [] : [at(store, 'published_at')]),
    localeOf(locale),
  ])
  await writeNested(store, id, input, { type, locale, status: 'draft' })
  if (!type.draftAndPublish) await refuseTakenValues(store, place, id, input)
  return id
}

async function translate(
  store: Store,
  place: DocumentRef,
  input: RowInput,
  rows: readonly VersionRow[],
): Promise<void> {
  const { type, locale } = place
  if (!type.localized) notFound()
  const model = rows.find((row) => row.status === 'draft') ?? rows[0] ?? notFound()
  const id = await insertDraft(store, place, await assignFreeSlugs(store, place, withDefaults(input)))
  const made: VersionRow = { id, locale, status: 'draft' }
  const given = namesIn(input)
  await copyShared(store, type, model.id, made, inLocaleOf(made), (attribute) => !given.has(attribute))
  await shareChanges(store, type, made, rows, given)
  await refuseIncomplete(store, type, id)
}

/** Attributes that an input has something for, other than links. */
function namesIn({ scalars, components, media }: RowInput): ReadonlySet<string> {
  return new Set([...scalars.keys(), ...components.keys(), ...media.keys()].map((attribute) => attribute.name))
}

/** Drafts are held against the rules when they are published; what has no drafts is, when it is written. */
async function refuseIncomplete(
  store: Store,
  type: ContentType,
  id: number,
  only?: ReadonlySet<string>,
): Promise<void> {
  if (type.draftAndPublish || only?.size === 0) return
  validatePublish(await readStoredRow(store, type, id), (attribute) => only?.has(attribute) ?? true)
}

/**
 * Attributes of which only the stored row tells whether a change left them right: whether a component that came with
 * an id is a new one, and whether links are left.
 */
function linkedAttributes({ components, relations, media }: RowInput): ReadonlySet<string> {
  return new Set([...components.keys(), ...relations.keys(), ...media.keys()].map((attribute) => attribute.name))
}

function at(store: Store, column: string): Assignment {
  return { column, value: store.dialect.stored(store.now, 'datetime') }
}

function localeOf(locale: string | null): Assignment {
  return { column: 'locale', value: locale === null ? sql`null` : bind(locale) }
}
