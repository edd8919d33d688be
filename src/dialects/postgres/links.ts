/**
 * Whether every link has a target row: guaranteed if there is a foreign key, which the server enforces for all clients.
 * The statement itself checks for the key, since it may be dropped at any time; while the statement runs, its lock on
 * the table prevents that.
 */

import type { NoDanglingLinks } from '../../sql/dangling-links.ts'
import { literal, name, type Sql, sql } from '../../sql/sql.ts'

/** A foreign key allows nulls, and row security may hide target rows from readers. */
export const noDanglingLinks: NoDanglingLinks = ({ links, far, table, to }) => {
  const [from, target] = [tableId(links), tableId(table)]
  const key = sql`k.conkey = ${columnNumber(from, far)} and k.confkey = ${columnNumber(target, to)}`
  const hasKey = sql`exists (select 1 from pg_catalog.pg_constraint as k where k.conrelid = ${from} and k.confrelid = ${target} and k.contype = 'f' and k.convalidated and ${key})`
  return sql`${hasKey} and not row_security_active(${target}) and not exists (select 1 from ${name(links)} where ${name(far)} is null)`
}

function tableId(table: string): Sql {
  return sql`${literal(`"${table.replaceAll('"', '""')}"`)}::regclass`
}

function columnNumber(table: Sql, column: string): Sql {
  return sql`array(select a.attnum from pg_catalog.pg_attribute as a where a.attrelid = ${table} and a.attname = ${literal(column)})`
}
