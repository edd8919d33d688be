/** The rows of a document: one for each locale, and with Draft & Publish one for each of draft and published. */

import type { Row } from '../../execute/database.ts'
import type { ContentType } from '../../schema/schema.ts'
import { bind, column, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Store } from '../store.ts'

export type VersionStatus = 'draft' | 'published'

export interface VersionRow {
  readonly id: number
  readonly locale: string | null
  readonly status: VersionStatus
}

export interface KnownDocument {
  readonly documentId: string
  readonly rows: readonly VersionRow[]
}

/** Documents by type and reference (`targetKey`). Others have to be looked up. */
export type KnownTargets = ReadonlyMap<string, KnownDocument>

/** The version being written, which decides the version of related documents to link to. */
export interface Root {
  readonly type: ContentType
  readonly status: VersionStatus
  readonly locale: string | null
  /** Documents that it is linked to. */
  readonly known: KnownTargets
}

/**
 * Locks and reads all rows of a document. They are read after the lock, because a statement that waited for it does not see
 * rows that the other writer has inserted in the meantime.
 */
export async function versionsOf(store: Store, type: ContentType, documentId: string): Promise<readonly VersionRow[]> {
  const ofDocument = sql`from ${name(tableOf(store.tables, type.uid).table)} where "document_id" = ${bind(documentId)} order by "id"`
  const [, rows] = await Promise.all([
    lockRows(store, sql`select "id" ${ofDocument}`),
    store.run(sql`select "id", "locale", case when "published_at" is null then 0 else 1 end ${ofDocument}`),
  ])
  return rows.map((row) => versionRow(type, row))
}

/** From the columns id, locale, and 1 for published. */
export function versionRow(type: ContentType, [id, locale, published]: Row): VersionRow {
  return {
    id: Number(id),
    locale: typeof locale === 'string' ? locale : null,
    status: Number(published) === 1 && type.draftAndPublish ? 'published' : 'draft',
  }
}

/** Locks the rows of a select, where a transaction does not have exclusive access to the database, and returns them. */
export async function lockRows(store: Store, rows: Sql): Promise<readonly Row[]> {
  const { locks } = store.dialect
  return locks === null ? [] : store.run(locks.rows(rows))
}

/** Types without Draft & Publish have one version, which is called the draft here. */
export function versionIn(
  rows: readonly VersionRow[],
  locale: string | null,
  status: VersionStatus,
): VersionRow | undefined {
  return rows.find((row) => row.locale === locale && row.status === status)
}

export function isOfStatus(alias: string, status: VersionStatus): Sql {
  const published = column(alias, 'published_at')
  return status === 'published' ? sql`${published} is not null` : sql`${published} is null`
}
