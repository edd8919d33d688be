/**
 * Relations in a column whose targets lead back to one entry now, and may have belonged to several: the first keeps its
 * link. Whether they may have is noted when a table is created or changed; tables do not show it.
 */

import { modelsOf } from '../../schema/models.ts'
import { modelOf } from '../../schema/schema.ts'
import { name, sql } from '../../sql/sql.ts'
import { updateWhere } from '../../sql/write-rows.ts'
import { isExclusive, ownColumn } from '../../tables/relation-hop.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Recorded, RecordedTable } from '../record.ts'
import type { Risk } from '../risks.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import type { Leftover } from './leftover.ts'

/** Earlier versions noted nothing: what they have served is left as it is. */
export const isNotedExclusive = (record: RecordedTable | undefined, column: string): boolean =>
  record?.exclusive === undefined || record.exclusive.includes(column)

export const leadsToOne = (attribute: string): string =>
  `${attribute} leads to one entry now: all links but the first are deleted`

export function sharedPointers(
  content: LinkedContent,
  recorded: Recorded,
  risks: readonly Risk[],
): readonly Leftover[] {
  return modelsOf(content.schema).flatMap((model) => {
    const { table } = tableOf(content.tables, model.uid)
    const record = recorded.get(table)
    return [...model.attributes.values()].flatMap((attribute): readonly Leftover[] => {
      if (attribute.kind !== 'relation' || attribute.useJoinTable || !isExclusive(attribute)) return []
      const column = ownColumn(attribute)
      const isThere = record?.columns.some((own) => own.name === column) === true
      const isReplaced = risks.some((risk) => risk.table === table && risk.column === column)
      if (!isThere || isReplaced || isNotedExclusive(record, column)) return []
      const target = modelOf(content.schema, attribute.target)
      return [leftover(table, column, leadsToOne(`${attribute.inversedBy} of ${target.uid}`))]
    })
  })
}

/** All rows but those of the first document that has the target. */
function leftover(table: string, column: string, reason: string): Leftover {
  const first = sql`select e."document_id" from ${name(table)} as e where e.${name(column)} = r.${name(column)} order by e."id" limit 1`
  const rows = sql`${name(table)} as r where r.${name(column)} is not null and r."document_id" <> (${first})`
  const statements = [updateWhere(table, [{ column, value: sql`null` }], sql`"id" in (select r."id" from ${rows})`)]
  const text = `keep the first link to each entry in ${table}.${column}`
  return {
    from: rows,
    risk: { table, column, reason, needed: true, steps: [{ kind: 'emptyColumn', table, text, statements }] },
  }
}
