/** The columns that an attribute needs, by table. */

import type { Attribute, Model } from '../schema/schema.ts'
import { type Hop, type ModelTable, type Tables, tableOf, type Via } from './tables.ts'

export interface NeededColumn {
  readonly table: string
  readonly column: string
}

export function columnsOf(tables: Tables, model: Model, attribute: Attribute): readonly NeededColumn[] {
  const own = tableOf(tables, model.uid)
  switch (attribute.kind) {
    case 'scalar':
      return inTable(own.table, [own.columns.get(attribute.name)])
    case 'morphTo':
    case 'dynamiczone': {
      const arms = own.arms.get(attribute.name) ?? new Map<string, Hop>()
      return [...arms].flatMap(([uid, hop]) => columnsOfHop(own, hop, tableOf(tables, uid)))
    }
    default: {
      const hop = own.hops.get(attribute.name)
      return hop === undefined ? [] : columnsOfHop(own, hop, tableOf(tables, attribute.target))
    }
  }
}

function columnsOfHop(own: ModelTable, hop: Hop, target: ModelTable): readonly NeededColumn[] {
  return [
    ...inTable(own.table, [hop.from, ...hop.fromWhere.map((constant) => constant.column)]),
    ...(hop.via === null ? [] : columnsOfVia(hop.via)),
    ...inTable(target.table, [hop.to, ...hop.toWhere.map((constant) => constant.column)]),
  ]
}

function columnsOfVia(via: Via): readonly NeededColumn[] {
  const constants = [...via.where, ...(via.except ?? [])].map((constant) => constant.column)
  return inTable(via.table, ['id', via.near, via.far, ...constants, via.order])
}

function inTable(table: string, columns: readonly (string | null | undefined)[]): readonly NeededColumn[] {
  return columns.flatMap((column) => (column === null || column === undefined ? [] : [{ table, column }]))
}
