/** The entries that there are in a locale. */

import type { ContentType, Schema } from '../schema/schema.ts'
import { bind, name, sql } from '../sql/sql.ts'
import { deleteCascading, ROWS_AT_ONCE } from '../store/documents/delete-cascading.ts'
import { inParts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import type { LocaleContent, OnDeleted } from './locales.ts'

export type ContentReader = Pick<Store, 'run' | 'schema' | 'tables'>

/** By type, those without any left out. */
export async function contentIn(reader: ContentReader, code: string): Promise<readonly LocaleContent[]> {
  const counted: LocaleContent[] = []
  for (const type of localizedTypes(reader.schema)) {
    const rows = await reader.run(
      sql`select count(distinct "document_id") from ${tableNameOf(reader.tables, type)} where "locale" = ${bind(code)}`,
    )
    const entries = Number(rows[0]?.[0] ?? 0)
    if (entries > 0) counted.push({ type: type.uid, entries })
  }
  return counted
}

export async function deleteContent(store: Store, code: string, onProgress: OnDeleted = () => {}): Promise<void> {
  const found = await rowsIn(store, code)
  const total = found.reduce((sum, { ids }) => sum + ids.length, 0)
  let done = 0
  for (const { type, ids } of found) {
    for (const part of inParts(ids, ROWS_AT_ONCE)) {
      onProgress(done, total)
      await deleteCascading(store, type, part)
      done += part.length
    }
  }
  onProgress(total, total)
}

interface TypeRows {
  readonly type: ContentType
  readonly ids: readonly number[]
}

async function rowsIn(store: Store, code: string): Promise<readonly TypeRows[]> {
  const found: TypeRows[] = []
  for (const type of localizedTypes(store.schema)) {
    const rows = await store.run(
      sql`select "id" from ${tableNameOf(store.tables, type)} where "locale" = ${bind(code)} order by "id"`,
    )
    found.push({ type, ids: rows.map(([id]) => Number(id)) })
  }
  return found
}

export function totalOf(content: readonly LocaleContent[]): number {
  return content.reduce((sum, { entries }) => sum + entries, 0)
}

function localizedTypes({ contentTypes }: Schema): readonly ContentType[] {
  return [...contentTypes.values()].filter(({ localized }) => localized)
}

function tableNameOf(tables: Tables, { uid }: ContentType) {
  return name(tableOf(tables, uid).table)
}
