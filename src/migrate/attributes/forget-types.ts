/**
 * When the table of a type or component is dropped, rows that refer to it by name go too: a later table of the same name
 * counts its ids from 1 again, and its rows would get the files and components of the old ones.
 */

import { join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import { assign, deleteWhere, updateWhere } from '../../sql/write-rows.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Recorded } from '../record.ts'
import type { Step } from '../step.ts'
import { modelsIn, placesTable } from '../versions/content.ts'
import { type LinkedContent, linkTablesOf, pointersOf } from '../versions/stored-links.ts'

export function forgetTypes(
  content: LinkedContent,
  recorded: Recorded,
  steps: readonly Step[],
  isThere: (table: string) => boolean,
): readonly Step[] {
  if (!steps.some(({ kind }) => kind === 'dropTable')) return []
  // Tables that others made may lead to types that we know nothing of.
  const isOurs = (table: string) => recorded.get(table)?.whole === true && isThere(table)
  const known = join(
    modelsIn(content).map(({ uid }) => literal(uid)),
    ', ',
  )
  const isUnknown = (column: string) => sql`${name(column)} is not null and ${name(column)} not in (${known})`
  const places = modelsIn(content).flatMap((model) => placesTable(model) ?? [])
  const morphs = linkTablesOf(content).flatMap(({ table, where: [type] }) =>
    type === undefined ? [] : [{ table, type: type.column }],
  )
  const pointers = pointersOf(content).flatMap(({ uid, column, where: [type] }) =>
    type === undefined ? [] : [{ table: tableOf(content.tables, uid).table, column, type: type.column }],
  )
  const statements: readonly [string, Sql][] = [
    ...unique(places).map((table): [string, Sql] => [table, deleteWhere(table, isUnknown('component_type'))]),
    ...byTable(morphs).map(({ table, type }): [string, Sql] => [table, deleteWhere(table, isUnknown(type))]),
    ...byTable(pointers).map(({ table, column, type }): [string, Sql] => [
      table,
      updateWhere(table, assign({ [column]: sql`null`, [type]: sql`null` }), isUnknown(type)),
    ]),
  ]
  const own = statements.filter(([table]) => isOurs(table)).map(([, statement]) => statement)
  return own.length === 0
    ? []
    : [{ kind: 'forgetTypes', table: '', text: 'forget what led to tables that are dropped', statements: own }]
}

const unique = (tables: readonly string[]): readonly string[] => [...new Set(tables)]

function byTable<T extends { readonly table: string }>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [one.table, one])).values()]
}
