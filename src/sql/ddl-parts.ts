/** DDL that all databases share. */

import type { ForeignKeyDefinition, IndexDefinition } from '../tables/table-definition.ts'
import { join, name, type Sql, sql } from './sql.ts'

const ON_DELETE = { cascade: sql`cascade`, 'set null': sql`set null` }

function references(key: ForeignKeyDefinition): Sql {
  return sql`references ${name(key.references)} (${name('id')}) on delete ${ON_DELETE[key.onDelete]}`
}

export function constraint(key: ForeignKeyDefinition): Sql {
  return sql`constraint ${name(key.name)} foreign key (${name(key.column)}) ${references(key)}`
}

/** `defined`: the column's name and type. */
export function addColumn(table: string, defined: Sql, reference: ForeignKeyDefinition | null): Sql {
  const leads = reference === null ? sql`` : sql` constraint ${name(reference.name)} ${references(reference)}`
  return sql`alter table ${name(table)} add column ${defined}${leads}`
}

export function dropColumn(table: string, column: string): Sql {
  return sql`alter table ${name(table)} drop column ${name(column)}`
}

export function renameColumn(table: string, from: string, to: string): Sql {
  return sql`alter table ${name(table)} rename column ${name(from)} to ${name(to)}`
}

export function names(list: readonly string[]): Sql {
  return join(list.map(name), ', ')
}

export function createIndex(table: string, definition: IndexDefinition): Sql {
  const { name: index, columns, unique, where, descending = [] } = definition
  const keys = columns.map((key) => (descending.includes(key) ? sql`${name(key)} desc` : name(key)))
  const kind = unique ? sql`unique index` : sql`index`
  return sql`create ${kind} ${name(index)} on ${name(table)} (${join(keys, ', ')})${onlySome(where)}`
}

/** The end of an index that some rows alone are in. */
export function onlySome(where: IndexDefinition['where']): Sql {
  return where === null ? sql`` : sql` where ${name(where.column)} is ${where.isNull ? sql`null` : sql`not null`}`
}
