/**
 * When the table of a type or component is dropped, rows that refer to it by name go too: a later table of the same name
 * counts its ids from 1 again, and its rows would get the files and components of the old ones. Links to leftover tables
 * stay: they work again when their type or component comes back.
 */

import { modelsOf } from '../../schema/models.ts'
import { join, literal, sql } from '../../sql/sql.ts'
import type { Recorded } from '../record.ts'
import type { Step } from '../step.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import { namedIn, namedRows } from './named-rows.ts'

export function forgetTypes(
  content: LinkedContent,
  recorded: Recorded,
  steps: readonly Step[],
  isThere: (table: string) => boolean,
): readonly Step[] {
  const dropped = new Set(steps.flatMap((step) => (step.kind === 'dropTable' ? [step.table] : [])))
  if (dropped.size === 0) return []
  // Tables of other programs may reference types unknown to Lectern.
  const isOurs = (table: string) => recorded.get(table)?.whole === true && isThere(table)
  const left = [...recorded.values()].filter(({ name }) => isThere(name) && !dropped.has(name))
  const uids = [
    ...[...modelsOf(content.schema), ...left].flatMap(({ uid }) => uid ?? []),
    ...left.flatMap(({ formerUids = [] }) => formerUids),
  ]
  const known = join([...new Set(uids)].map(literal), ', ')
  const statements = namedRows(content)
    .filter(({ table }) => isOurs(table))
    .map((rows) => rows.forget(sql`${namedIn(rows)} is not null and ${namedIn(rows)} not in (${known})`))
  return statements.length === 0
    ? []
    : [{ kind: 'forgetTypes', table: '', text: 'forget what led to tables that are dropped', statements }]
}
