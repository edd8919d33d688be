/** Content of plugins that an archive cannot hold: how it is stored is known only of types that content types lead to. */

import { isRecord } from '../config/project-config.ts'
import type { RecordedTypes } from '../schema/recorded-types.ts'
import { name, render, sql } from '../sql/sql.ts'
import { tableName } from '../tables/names.ts'
import { isLeftOut } from './left-out.ts'
import type { Source } from './source.ts'

/** How many entries they have, by UID. */
export async function unreachedTypes(
  { run, dialect, schema, columns }: Source,
  recorded: RecordedTypes,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const [uid, type] of Object.entries(recorded)) {
    if (!uid.startsWith('plugin::') || isLeftOut(uid) || schema.contentTypes.has(uid)) continue
    const table = isRecord(type) && typeof type.collectionName === 'string' ? tableName(type.collectionName) : ''
    if (!columns.has(table)) continue
    const [row] = await run(render(sql`select count(*) from ${name(table)}`, dialect))
    const entries = Number(row?.[0])
    if (entries > 0) found.set(uid, entries)
  }
  return found
}
