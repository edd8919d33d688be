import type { ContentType } from '../../schema/schema.ts'
import { bind, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import { lockKey } from '../lock-key.ts'
import type { Store } from '../store.ts'
import type { VersionStatus } from './versions.ts'

/** The locale of a single type that a request is about; undefined for all locales. */
export interface SingleTypePlace {
  readonly type: ContentType
  readonly status: VersionStatus
  readonly locale: string | null | undefined
}

/**
 * The document of a single type, where there is one already. A former collection type may have several: a write changes the one
 * that a read with the same status and locale shows, or else the first. The lock keeps two writers from
 * creating it twice.
 */
export async function findSingleTypeDocument(store: Store, place: SingleTypePlace): Promise<string | null> {
  const { type } = place
  await lockKey(store, `single ${type.uid}`)
  const [row] = await store.run(
    sql`select "document_id" from ${name(tableOf(store.tables, type.uid).table)} order by ${shownFirst(place)}, "id" limit 1`,
  )
  return typeof row?.[0] === 'string' ? row[0] : null
}

function shownFirst({ type, status, locale }: SingleTypePlace): Sql {
  const isInLocale = typeof locale === 'string' ? sql`"locale" = ${bind(locale)}` : sql`1 = 1`
  const isDraft = type.draftAndPublish && status === 'draft'
  const hasStatus = isDraft ? sql`"published_at" is null` : sql`"published_at" is not null`
  return sql`case when not (${isInLocale}) then 2 when not (${hasStatus}) then 1 else 0 end`
}
