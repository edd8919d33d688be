/** Password hashes in attributes that are no longer passwords: every caller could read them. */

import type { Model } from '../../schema/schema.ts'
import { name, sql } from '../../sql/sql.ts'
import { updateWhere } from '../../sql/write-rows.ts'
import { tableOf } from '../../tables/tables.ts'
import type { LinkedContent } from '../versions/stored-links.ts'
import type { AttributeShapes } from './attribute-shapes.ts'
import type { Leftover } from './leftover.ts'

export function leftPasswords({ tables }: LinkedContent, model: Model, before: AttributeShapes): readonly Leftover[] {
  const { table, columns } = tableOf(tables, model.uid)
  return [...model.attributes.values()].flatMap((attribute): readonly Leftover[] => {
    if (attribute.kind !== 'scalar' || attribute.type === 'password' || before[attribute.name] !== 'password') return []
    const column = columns.get(attribute.name)
    if (column === undefined) return []
    const statements = [updateWhere(table, [{ column, value: sql`null` }], sql`${name(column)} is not null`)]
    const text = `empty ${table}.${column}, which held passwords`
    return [
      {
        from: sql`${name(table)} where ${name(column)} is not null`,
        risk: {
          table,
          column,
          reason: 'it held passwords, and is an attribute now that can be read: its values are deleted',
          needed: true,
          steps: [{ kind: 'emptyColumn', table, text, statements }],
        },
      },
    ]
  })
}
