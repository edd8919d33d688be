/** Everything that links rows: tables between two, and columns that hold the id of another row. */

import { modelsOf } from '../../schema/models.ts'
import type { Attribute, Model, RelationAttribute } from '../../schema/schema.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { literal, name, type Sql, sql } from '../../sql/sql.ts'
import { type Constant, tableOf, type Via } from '../../tables/tables.ts'
import type { Content } from './content.ts'

export type LinkedContent = Pick<Content, 'schema' | 'tables'>

interface LinkEnd {
  /** The content type or component. */
  readonly uid: string
  readonly column: string
}

/** A link table, or those of its rows that reference a certain type. */
export interface LinkTable {
  readonly table: string
  readonly near: LinkEnd
  readonly far: LinkEnd
  readonly where: readonly Constant[]
  /**
   * The owner of the links: the near row, both rows, or, for relations to any type, the row whose attribute is in `field`.
   */
  readonly held: 'near' | 'both' | 'field'
  /** Whether the far row may have more than one. */
  readonly farToMany: boolean
  readonly nearToMany: boolean
  /** Columns that a copy of a link has too. */
  readonly copied: readonly string[]
}

export function linkTablesOf(content: LinkedContent): readonly LinkTable[] {
  return modelsOf(content.schema).flatMap((model) =>
    [...model.attributes.values()].flatMap((attribute) => linksOf(content, model, attribute)),
  )
}

function linksOf(content: LinkedContent, model: Model, attribute: Attribute): readonly LinkTable[] {
  const { hops, arms } = tableOf(content.tables, model.uid)
  if (attribute.kind === 'relation' && attribute.mappedBy === null) {
    const via = hops.get(attribute.name)?.via ?? null
    return via === null ? [] : [relationLinks(content, model, attribute, via)]
  }
  if (attribute.kind !== 'morphTo' || !attribute.toMany) return []
  const ways = [...(arms.get(attribute.name) ?? [])]
  const [first] = ways
  // Files are linked to components too, which no reader follows from the file.
  const parts = model.uid === FILE_UID ? [...content.schema.components.keys()] : []
  return [...ways.map(([uid]) => uid), ...parts].flatMap((uid) => {
    const via = first?.[1].via ?? null
    return via === null ? [] : [morphLinks(model, uid, via)]
  })
}

function relationLinks(content: LinkedContent, model: Model, attribute: RelationAttribute, via: Via): LinkTable {
  const other = attribute.inversedBy
  const otherOrder =
    other === null ? null : (tableOf(content.tables, attribute.target).hops.get(other)?.via?.order ?? null)
  return {
    table: via.table,
    near: { uid: model.uid, column: via.near },
    far: { uid: attribute.target, column: via.far },
    where: [],
    held: other === null ? 'near' : 'both',
    farToMany: attribute.relation.startsWith('many'),
    nearToMany: attribute.toMany,
    copied: [via.order, otherOrder].filter((order) => order !== null),
  }
}

function morphLinks(model: Model, target: string, via: Via): LinkTable {
  const [type] = via.where
  if (type === undefined) throw new Error(`${model.uid} has a relation to any type without a column for the type`)
  return {
    table: via.table,
    near: { uid: model.uid, column: via.near },
    far: { uid: target, column: via.far },
    where: [{ column: type.column, equals: target }],
    held: 'field',
    farToMany: true,
    nearToMany: true,
    copied: ['field', 'order'],
  }
}

/** A column that holds the id of another row. */
export interface Pointer {
  readonly uid: string
  readonly column: string
  /** Conditions on the target type, for relations to any type. */
  readonly where: readonly Constant[]
  readonly target: string
}

export function pointersOf(content: LinkedContent): readonly Pointer[] {
  return modelsOf(content.schema).flatMap(({ uid, attributes }) => {
    const { hops, arms } = tableOf(content.tables, uid)
    return [...attributes.values()].flatMap((attribute): readonly Pointer[] => {
      if (attribute.kind === 'relation' && attribute.mappedBy === null) {
        const hop = hops.get(attribute.name)
        if (hop === undefined || hop.via !== null) return []
        return [{ uid, column: hop.from, where: [], target: attribute.target }]
      }
      if (attribute.kind !== 'morphTo' || attribute.toMany) return []
      return [...(arms.get(attribute.name) ?? [])].map(([target, { from, fromWhere }]) => ({
        uid,
        column: from,
        where: fromWhere,
        target,
      }))
    })
  })
}

/** Conditions on the target type of a row. */
export function isMeant(where: readonly Constant[], alias: string): readonly Sql[] {
  return where.map(({ column, equals }) => sql`${name(alias)}.${name(column)} = ${literal(equals)}`)
}
