import type { ContentType } from '../schema/schema.ts'
import { name, sql } from '../sql/sql.ts'
import { tableOf } from '../tables/tables.ts'
import type { Store } from './store.ts'

/** The one document of a single type, where there is one already. */
export async function documentOfSingle(store: Store, type: ContentType): Promise<string | null> {
  const [row] = await store.run(
    sql`select "document_id" from ${name(tableOf(store.tables, type.uid).table)} order by "id" limit 1${store.dialect.forUpdate}`,
  )
  return typeof row?.[0] === 'string' ? row[0] : null
}
