/** The table that holds the entries of a content type or the rows of a component. */

import { type Attribute, type Model, modelOf, type RelationAttribute, type Schema } from '../schema/schema.ts'
import { BUILT_IN_INDEXES } from './built-in-indexes.ts'
import { COLUMN_TYPES } from './column-types.ts'
import { toOneColumns } from './morph-hop.ts'
import { columnIndex, columnName, tableName } from './names.ts'
import { readIndexes } from './read-indexes.ts'
import { isExclusive, ownColumn } from './relation-hop.ts'
import {
  type ColumnDefinition,
  columnOf,
  type ForeignKeyDefinition,
  type IndexDefinition,
  index,
  type TableDefinition,
} from './table-definition.ts'

export function defineModelTable(schema: Schema, model: Model): TableDefinition {
  const name = tableName(model.collectionName)
  const attributes = [...model.attributes.values()]
  const stored = attributes.filter(isStoredInColumn)
  const foreignKeys = stored.map((attribute) => reference(schema, name, attribute))
  return {
    name,
    columns: attributes.flatMap(columnsFor),
    indexes: [
      ...(BUILT_IN_INDEXES.get(model.uid) ?? []),
      ...(model.kind === 'component' ? [] : [versionsIndex(model.collectionName)]),
      ...foreignKeys.map((key) => index(key.name, key.column)),
      ...readIndexes(model, name),
    ],
    foreignKeys,
    ...(stored.length === 0 ? {} : { exclusive: stored.filter(isExclusive).map(ownColumn) }),
  }
}

function columnsFor(attribute: Attribute): readonly ColumnDefinition[] {
  if (attribute.kind === 'scalar') {
    return [columnOf(attribute.columnName ?? columnName(attribute.name), COLUMN_TYPES[attribute.type])]
  }
  if (isStoredInColumn(attribute)) return [columnOf(ownColumn(attribute), 'integer')]
  if (attribute.kind === 'morphTo' && !attribute.toMany) {
    const { id, type } = toOneColumns(attribute)
    return [columnOf(id, 'integer'), columnOf(type, 'string')]
  }
  return []
}

function isStoredInColumn(attribute: Attribute): attribute is RelationAttribute {
  return attribute.kind === 'relation' && !attribute.useJoinTable && attribute.mappedBy === null
}

function reference(schema: Schema, table: string, attribute: RelationAttribute): ForeignKeyDefinition {
  const column = ownColumn(attribute)
  return {
    name: columnIndex(table, column, 'fk'),
    column,
    references: tableName(modelOf(schema, attribute.target).collectionName),
    onDelete: 'set null',
  }
}

function versionsIndex(collectionName: string): IndexDefinition {
  return index(columnIndex(collectionName, 'documents', 'idx'), 'document_id', 'locale', 'published_at')
}
