/** `joinTable`, `joinColumn` and `morphColumn` of a relation: names of tables and columns that a schema file fixes. */

import { isRecord } from '../config/project-config.ts'
import type { JoinTable, MorphColumn } from './schema.ts'
import type { RawAttribute } from './schema-file.ts'

/** Null unless the description is complete; names are then derived as usual. */
export function readJoinTable({ joinTable }: RawAttribute): JoinTable | null {
  if (!isRecord(joinTable)) return null
  const name = textOf(joinTable.name)
  const joinColumn = nameIn(joinTable.joinColumn)
  const inverseJoinColumn = nameIn(joinTable.inverseJoinColumn)
  if (name === null || joinColumn === null || inverseJoinColumn === null) return null
  return { name, joinColumn, inverseJoinColumn, orderColumn: firstKey(joinTable.orderBy) }
}

export function readJoinColumn({ joinColumn }: RawAttribute): string | null {
  return nameIn(joinColumn)
}

export function readMorphColumn({ morphColumn }: RawAttribute): MorphColumn | null {
  if (!isRecord(morphColumn)) return null
  const [id, type] = [nameIn(morphColumn.idColumn), nameIn(morphColumn.typeColumn)]
  return id === null || type === null ? null : { id, type }
}

function nameIn(column: unknown): string | null {
  return isRecord(column) ? textOf(column.name) : null
}

/** `orderBy: { position: 'asc' }`. */
function firstKey(orderBy: unknown): string | null {
  return isRecord(orderBy) ? (Object.keys(orderBy)[0] ?? null) : null
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
