/** Link tables: of relations, components, and relations to any type. */

import { holdsComponents } from '../schema/attribute-kinds.ts'
import {
  type Attribute,
  type Model,
  type MorphToAttribute,
  modelOf,
  type RelationAttribute,
  type Schema,
} from '../schema/schema.ts'
import {
  columnIndex,
  componentsTable,
  entityIndex,
  idColumn,
  lecternIndex,
  morphTable,
  tableIndex,
  tableName,
  typeColumn,
} from './names.ts'
import { isExclusive, linkTableOf, ownsLinks } from './relation-hop.ts'
import {
  columnOf,
  type ForeignKeyDefinition,
  type IndexDefinition,
  index,
  type TableDefinition,
  uniqueIndex,
} from './table-definition.ts'

/** The other side of a relation stores nothing. */
export function defineLinkTables(schema: Schema, model: Model): readonly TableDefinition[] {
  const attributes = [...model.attributes.values()]
  const ofAttribute = (attribute: Attribute): readonly TableDefinition[] => {
    if (attribute.kind === 'relation' && attribute.useJoinTable && ownsLinks(model, attribute)) {
      return [relationTable(schema, model, attribute)]
    }
    return attribute.kind === 'morphTo' && attribute.toMany ? [morphToManyTable(model, attribute)] : []
  }
  return [...(attributes.some(holdsComponents) ? [componentTable(model)] : []), ...attributes.flatMap(ofAttribute)]
}

function relationTable(schema: Schema, model: Model, attribute: RelationAttribute): TableDefinition {
  const target = modelOf(schema, attribute.target)
  const link = linkTableOf(model, attribute, target)
  const name = link.table
  const orders = [link.order, link.inverseOrder].filter((order) => order !== null)
  const orderIndex = (suffix: 'ofk' | 'oifk', order: string | null): readonly IndexDefinition[] =>
    order === null ? [] : [index(tableIndex(name, suffix), order)]
  return {
    name,
    columns: [
      columnOf('id', 'id'),
      columnOf(link.owner, 'integer'),
      columnOf(link.target, 'integer'),
      ...orders.map((order) => columnOf(order, 'float')),
    ],
    indexes: [
      index(tableIndex(name, 'fk'), link.owner),
      index(tableIndex(name, 'ifk'), link.target),
      uniqueIndex(tableIndex(name, 'uq'), link.owner, link.target),
      ...orderIndex('ofk', link.order),
      ...orderIndex('oifk', link.inverseOrder),
    ],
    foreignKeys: [
      belongsTo(model, tableIndex(name, 'fk'), link.owner),
      belongsTo(target, tableIndex(name, 'ifk'), link.target),
    ],
    exclusive: isExclusive(attribute) ? [link.target] : [],
  }
}

/** One table for all components and dynamic zones of a model. Its indexes are named after the model, not after it. */
function componentTable(model: Model): TableDefinition {
  const { collectionName } = model
  const name = componentsTable(collectionName)
  return {
    name,
    columns: [
      columnOf('id', 'id'),
      columnOf('entity_id', 'integer'),
      columnOf('cmp_id', 'integer'),
      columnOf('component_type', 'string'),
      columnOf('field', 'string'),
      columnOf('order', 'float'),
    ],
    indexes: [
      index(columnIndex(collectionName, 'field', 'idx'), 'field'),
      index(columnIndex(collectionName, 'component_type', 'idx'), 'component_type'),
      index(entityIndex(collectionName), 'entity_id'),
      uniqueIndex(tableIndex(collectionName, 'uq'), 'entity_id', 'cmp_id', 'field', 'component_type'),
      // From a component to its entry, to find out whether a published entry has changed.
      index(lecternIndex(name, 'owner'), 'cmp_id', 'component_type', 'entity_id'),
    ],
    foreignKeys: [belongsTo(model, entityIndex(collectionName), 'entity_id')],
  }
}

function morphToManyTable(model: Model, attribute: MorphToAttribute): TableDefinition {
  const name = morphTable(model.collectionName, attribute.name)
  const [owner, id, type] = [idColumn(model.modelName), idColumn(attribute.name), typeColumn(attribute.name)]
  return {
    name,
    columns: [
      columnOf('id', 'id'),
      columnOf(owner, 'integer'),
      columnOf(id, 'integer'),
      columnOf(type, 'string'),
      columnOf('field', 'string'),
      columnOf('order', 'float'),
    ],
    indexes: [
      index(tableIndex(name, 'fk'), owner),
      index(tableIndex(name, 'oidx'), 'order'),
      index(tableIndex(name, 'idix'), id),
      // Ids start at 1 in each table: many types have a row with the same id.
      index(lecternIndex(name, 'read'), id, type, 'field', 'order', owner),
    ],
    foreignKeys: [belongsTo(model, tableIndex(name, 'fk'), owner)],
  }
}

function belongsTo(model: Model, name: string, column: string): ForeignKeyDefinition {
  return { name, column, references: tableName(model.collectionName), onDelete: 'cascade' }
}
