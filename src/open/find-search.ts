/** Finds out which of the configured full-text indexes exist in the database. */

import type { Database } from '../execute/database.ts'
import { readInspection } from '../migrate/inspection.ts'
import { isComplete } from '../migrate/search-steps.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { SearchDdl } from '../sql/search-ddl.ts'
import { render } from '../sql/sql.ts'
import type { SearchIndexes } from '../tables/searched-types.ts'

export async function findSearch(
  database: Database,
  dialect: Dialect,
  wanted: SearchIndexes,
  ddl: SearchDdl,
): Promise<SearchIndexes> {
  if (wanted.size === 0) return wanted
  const rows = await database.run(render(ddl.objects, dialect))
  const { search } = readInspection(rows.map(([table, object]) => ['search', table, object]))
  return new Map([...wanted].filter(([, index]) => isComplete(index, search, ddl)))
}
