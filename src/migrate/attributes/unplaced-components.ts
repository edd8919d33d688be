/**
 * When a table that says which components rows have is dropped, those components cannot be reached any more, nor what is
 * inside them: they are deleted too, with their links and files. So are rows of a component that was renamed.
 */

import type { Model } from '../../schema/schema.ts'
import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Inspection } from '../inspection.ts'
import type { Step } from '../step.ts'
import { deleteGone } from '../versions/remove-rows.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import { addTree, createTwins, dropTwins } from '../versions/twins.ts'
import type { LeftoverContext } from './find-leftovers.ts'

/** `isAnyMoved`: a component may have been renamed, with rows that are not placed under the new name. */
export function removeUnplaced(
  { content, recorded }: Pick<LeftoverContext, 'content' | 'recorded'>,
  tables: Inspection['tables'],
  steps: readonly Step[],
  isAnyMoved: boolean,
): readonly Step[] {
  const dropped = new Set(steps.flatMap((step) => (step.kind === 'dropTable' ? [step.table] : [])))
  // Also those of other programs: a component that a plugin of Strapi placed has its place.
  const places = [...tables].flatMap(([table, columns]) => (saysPlaces(columns) ? [table] : []))
  const left = places.filter((table) => !dropped.has(table))
  const isOurs = ({ uid }: Model) => {
    const { table } = tableOf(content.tables, uid)
    return recorded.get(table)?.whole === true && tables.has(table) && !dropped.has(table)
  }
  const components = [...content.schema.components.values()].filter(isOurs)
  if ((left.length === places.length && !isAnyMoved) || components.length === 0) return []
  const statements = [
    ...createTwins,
    addTree(
      content,
      components.map((component) => unplaced(content, component, left)),
    ),
    ...deleteGone(content, components),
    dropTwins,
  ]
  return [{ kind: 'removeParts', table: '', text: 'delete components that have no place any more', statements }]
}

export const saysPlaces = (columns: ReadonlySet<string>): boolean =>
  ['entity_id', 'cmp_id', 'component_type', 'field'].every((column) => columns.has(column))

function unplaced(content: LinkedContent, { uid }: Model, places: readonly string[]): Sql {
  const isPlaced = places.map(
    (table) =>
      sql` and not exists (select 1 from ${name(table)} as p where p."cmp_id" = c."id" and p."component_type" = ${literal(uid)})`,
  )
  return sql`select cast(${literal(uid)} as text), c."id", cast('both' as text), 1, 1 from ${name(tableOf(content.tables, uid).table)} as c where 1 = 1${join(isPlaced, '')}`
}
