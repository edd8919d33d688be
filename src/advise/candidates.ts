/** ReadPlan → indexes that might help: to find its rows, the rows that it filters by, and related rows. */

import type { AggregatePlan } from '../plan/aggregate-plan.ts'
import { DOCUMENT_ID, ID, LOCALE, PUBLISHED_AT } from '../plan/columns.ts'
import { itemsOf } from '../plan/conditions.ts'
import type { Condition, ObjectShape, OrderKey, ReadPlan, RelatedRows } from '../plan/read-plan.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import type { Hop } from '../tables/tables.ts'
import { ascending, type Candidate, candidate } from './candidate.ts'
import { jsonCandidates } from './json-candidates.ts'
import { rowCandidates } from './row-candidates.ts'
import { wordCandidates } from './word-candidates.ts'

/**
 * Groups are read like sorted rows: an index that begins with the group keys has the rows of a group next to each other.
 */
export function candidatesForGroups(
  { table, condition, by, measures }: Pick<AggregatePlan, 'table' | 'condition' | 'by' | 'measures'>,
  tables: readonly TableDefinition[],
): readonly Candidate[] {
  const order = [...by, ...measures].map(({ through, column }): OrderKey => {
    return { through, value: { kind: 'column', column }, direction: 'asc', nulls: null }
  })
  return candidatesFor({ table, condition, order, entry: { members: [] } }, tables)
}

export function candidatesForFacets(plan: ReadPlan, tables: readonly TableDefinition[]): readonly Candidate[] {
  return plan.facets.flatMap(({ key, condition }) =>
    candidatesForGroups({ ...plan, condition: condition ?? plan.condition, by: [key], measures: [] }, tables),
  )
}

type AdvisedPlan = Pick<ReadPlan, 'table' | 'condition' | 'order' | 'entry'>

export function candidatesFor(plan: AdvisedPlan, tables: readonly TableDefinition[]): readonly Candidate[] {
  const isShort = shortColumns(tables)
  const rowsOf = (table: string, condition: Condition, order: ReadPlan['order'] = []) => [
    ...rowCandidates({ table, condition, order, isShort: (column) => isShort(table, column) }),
    ...wordCandidates(table, condition),
    ...jsonCandidates(table, condition),
  ]
  const filtered = lookupsIn(plan.condition)
  const found = [
    ...rowsOf(plan.table, plan.condition, plan.order),
    ...localeCandidates(plan.condition),
    ...filtered.flatMap(({ table, condition }) => rowsOf(table, condition)),
    ...[...filtered, ...plan.order.flatMap(lookupsOf), ...shownIn(plan.entry)].flatMap(relatedRowCandidates),
  ]
  return found.filter((one, index) => found.findIndex((other) => other.index.name === one.index.name) === index)
}

/** Texts of unlimited length and JSON cannot be index keys. */
function shortColumns(tables: readonly TableDefinition[]): (table: string, column: string) => boolean {
  const long = tables.flatMap(({ name, columns }) =>
    columns.flatMap((column) => (column.type === 'text' || column.type === 'json' ? [`${name}.${column.name}`] : [])),
  )
  const known = new Set(long)
  return (table, column) => !known.has(`${table}.${column}`)
}

/** Indexes to find the other locales of a document. */
function localeCandidates(condition: Condition): readonly Candidate[] {
  return itemsOf(condition).flatMap((item) => {
    if (item.kind !== 'firstLocale') return []
    const columns = [DOCUMENT_ID, LOCALE, PUBLISHED_AT].map(({ name }) => ascending(name))
    return candidate(item.choice.table, columns) ?? []
  })
}

/** An index to find related rows: on the link table, with every column that is used, or on the foreign key. */
function relatedRowCandidates({ hop, table }: RelatedRows): readonly Candidate[] {
  const columns = hop.via === null ? directColumns(hop) : viaColumns(hop.via)
  return [candidate(hop.via?.table ?? table, columns.map(ascending)) ?? []].flat()
}

const directColumns = ({ to, toWhere }: Hop): readonly string[] => [to, ...toWhere.map(({ column }) => column)]

function viaColumns({ near, where, order, far }: NonNullable<Hop['via']>): readonly string[] {
  return [near, ...where.map(({ column }) => column), ...(order === null ? [] : [order]), ID.name, far]
}

function lookupsIn(condition: Condition): readonly RelatedRows[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.flatMap(lookupsIn)
    case 'exists':
    case 'none':
      return [condition.rows, ...lookupsIn(condition.rows.condition)]
    case 'counted':
      return condition.rows.flatMap((rows) => [rows, ...lookupsIn(rows.condition)])
    case 'notTrue':
      return lookupsIn(condition.item)
    case 'firstLocale':
      return lookupsIn(condition.choice.among)
    case 'test':
    case 'json':
    case 'version':
    case 'words':
    case 'constant':
      return []
  }
}

function lookupsOf({ through, value }: OrderKey): readonly RelatedRows[] {
  return value.kind === 'count' ? [...through, value.rows] : through
}

function shownIn({ members }: ObjectShape): readonly RelatedRows[] {
  return members.flatMap(({ value }) => {
    if (value.kind === 'object') return shownIn(value.shape)
    if (value.kind !== 'related') return []
    return value.related.arms.flatMap(({ rows, shape }) => [rows, ...lookupsIn(rows.condition), ...shownIn(shape)])
  })
}
