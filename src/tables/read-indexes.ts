/**
 * Indexes that Strapi does not create and that make reads faster. Relations and components need none: the indexes on
 * either side of a link table serve as well as wider ones.
 */

import type { Attribute, Model, MorphToAttribute, ScalarAttribute } from '../schema/schema.ts'
import { toOneColumns } from './morph-hop.ts'
import { columnName, lecternIndex } from './names.ts'
import { type IndexDefinition, index } from './table-definition.ts'

export function readIndexes(model: Model, table: string): readonly IndexDefinition[] {
  const attributes = [...model.attributes.values()]
  return [
    ...pageIndexes(model, table),
    ...attributes.filter(isUid).map((attribute) => lookupIndex(table, attribute)),
    ...attributes
      .filter(isMorphToOne)
      .slice(0, 1)
      .map((attribute) => targetIndex(table, attribute)),
  ]
}

/** A page of one status and locale in the order of ids: cut and counted in the index. */
function pageIndexes(model: Model, table: string): readonly IndexDefinition[] {
  if (model.kind !== 'collectionType') return []
  const columns = model.localized ? ['locale', 'id'] : ['id']
  if (!model.draftAndPublish) return model.localized ? [index(lecternIndex(table, 'locale'), ...columns)] : []
  const version = (purpose: string, isNull: boolean): IndexDefinition => ({
    ...index(lecternIndex(table, purpose), ...columns),
    where: { column: 'published_at', isNull },
  })
  return [version('published', false), version('draft', true)]
}

/** Entries are looked up by their slug, and slugs must not be taken twice. */
function lookupIndex(table: string, attribute: ScalarAttribute): IndexDefinition {
  const column = attribute.columnName ?? columnName(attribute.name)
  return index(lecternIndex(table, `by_${column}`), column)
}

function targetIndex(table: string, attribute: MorphToAttribute): IndexDefinition {
  const { id, type } = toOneColumns(attribute)
  return index(lecternIndex(table, 'target'), type, id)
}

const isUid = (attribute: Attribute): attribute is ScalarAttribute =>
  attribute.kind === 'scalar' && attribute.type === 'uid'

const isMorphToOne = (attribute: Attribute): attribute is MorphToAttribute =>
  attribute.kind === 'morphTo' && !attribute.toMany
