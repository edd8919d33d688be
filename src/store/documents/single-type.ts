import type { ContentType } from '../../schema/schema.ts'
import { name, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import { lockKey } from '../lock-key.ts'
import type { Store } from '../store.ts'

/** The one document of a single type, where there is one already. The lock keeps two writers from creating it twice. */
export async function findSingleTypeDocument(store: Store, type: ContentType): Promise<string | null> {
  await lockKey(store, `single ${type.uid}`)
  const [row] = await store.run(
    sql`select "document_id" from ${name(tableOf(store.tables, type.uid).table)} order by "id" limit 1`,
  )
  return typeof row?.[0] === 'string' ? row[0] : null
}
