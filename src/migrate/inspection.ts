/** The contents of a database, and the program that created it. */

import type { Row } from '../execute/database.ts'
import type { SearchObject } from '../sql/search-ddl.ts'
import { indexOfObject } from '../tables/search-index.ts'

export interface Inspection {
  /** Columns of each table. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  readonly indexes: ReadonlySet<string>
  /** Tables with triggers that record their changes, and how those tell drafts apart; an empty text: not at all. */
  readonly tracked: ReadonlyMap<string, string>
  /** Tables whose row counts are stored. */
  readonly counted: ReadonlySet<string>
  /** The existing parts of full-text indexes, by the name of the index. */
  readonly search: ReadonlyMap<string, readonly SearchObject[]>
}

/** Rows of `Ddl.inspection` → what they say. */
export function readInspection(rows: readonly Row[]): Inspection {
  const tables = new Map<string, Set<string>>()
  const indexes = new Set<string>()
  const tracked = new Map<string, string>()
  const counted = new Set<string>()
  const search = new Map<string, readonly SearchObject[]>()
  for (const [kind, table, name] of rows) {
    if (kind === 'index') indexes.add(String(name))
    else if (kind === 'tracked') tracked.set(String(table), String(name))
    else if (kind === 'counted') counted.add(String(table))
    else if (kind === 'search') addObject(search, { name: String(name), table: String(table) })
    else tables.set(String(table), (tables.get(String(table)) ?? new Set()).add(String(name)))
  }
  return { tables, indexes, tracked, counted, search }
}

function addObject(search: Map<string, readonly SearchObject[]>, object: SearchObject): void {
  const index = indexOfObject(object.name)
  if (index !== null) search.set(index, [...(search.get(index) ?? []), object])
}
