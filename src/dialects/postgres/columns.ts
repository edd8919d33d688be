import type { ClientBase } from 'pg'
import { isNameOfGathered, join, name, type Sql, type Syntax, sql } from '../../sql/sql.ts'
import { byTable, type FoundColumns } from '../../tables/found-columns.ts'
import { castOf, columnType, type FoundType } from './column-types.ts'

/**
 * All columns of tables and views on the search path, their types without lengths, and whether this role may read them.
 * The table's privilege is enough in most cases, which saves a lookup per column. `offset 0` keeps the planner from
 * doing these lookups for the system catalogs.
 */
const COLUMNS = `with recursive "domains" as (
    select oid, typbasetype as base from pg_catalog.pg_type where typtype = 'd'
    union all
    select d.oid, t.typbasetype from "domains" as d join pg_catalog.pg_type as t on t.typtype = 'd' and t.oid = d.base
  )
  select c.relname::text, a.attname::text, t.typname::text, t.typcategory = 'A', format_type(a.atttypid, -1),
    c.is_readable or has_column_privilege(c.oid, a.attnum, 'select')
  from (
    select c.oid, c.relname, has_table_privilege(c.oid, 'select') as is_readable
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
      and pg_catalog.pg_table_is_visible(c.oid)
    offset 0
  ) as c
  join pg_catalog.pg_attribute as a on a.attrelid = c.oid
  left join "domains" as d on d.oid = a.atttypid
  join pg_catalog.pg_type as t on t.typtype <> 'd' and t.oid = coalesce(d.base, a.atttypid)
  where a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

interface FoundColumn {
  readonly table: string
  readonly column: string
  readonly type: FoundType
  readonly isReadable: boolean
}

async function findColumns(client: ClientBase): Promise<readonly FoundColumn[]> {
  const { rows } = await client.query<[string, string, string, boolean, string, boolean]>({
    text: COLUMNS,
    rowMode: 'array',
  })
  return rows.map(([table, column, type, isArray, own, isReadable]) => {
    return { table, column, type: { name: type, isArray, own: { parts: [own] } }, isReadable }
  })
}

export async function columnsOf(client: ClientBase): Promise<FoundColumns> {
  const found = await findColumns(client)
  return byTable(found.map(({ table, column, type }) => [table, column, columnType(type)]))
}

/**
 * Texts with a maximum length, and generated columns. The type modifier, also that of a domain, is the length plus
 * four.
 */
export const limitedColumns = sql`select c.relname::text, a.attname::text, case when a.attgenerated <> '' then 1 else 0 end, case when t.base in ('varchar'::regtype, 'bpchar'::regtype) and t.length > 4 then t.length - 4 end
  from pg_catalog.pg_class as c
  join pg_catalog.pg_attribute as a on a.attrelid = c.oid
  cross join lateral (select case when d.typtype = 'd' then d.typbasetype else d.oid end as base, case when d.typtype = 'd' then d.typtypmod else a.atttypmod end as length from pg_catalog.pg_type as d where d.oid = a.atttypid) as t
  where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and pg_catalog.pg_table_is_visible(c.oid)
    and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and (a.attgenerated <> '' or (t.base in ('varchar'::regtype, 'bpchar'::regtype) and t.length > 4))`

export interface ColumnCasts {
  /** By table: a subselect of its rows with casts. Tables without a cast are missing. */
  readonly rows: ReadonlyMap<string, Sql>
  /** Null if no column needs a cast. */
  readonly written: Syntax['written']
}

export const NO_CASTS: ColumnCasts = { rows: new Map(), written: null }

/** A table to read from. A table with the name of a CTE needs its schema, or the CTE would hide it. */
export function tableIn(schema: string, table: string): Sql {
  return isNameOfGathered(table) ? sql`${name(schema)}.${name(table)}` : name(table)
}

export async function findCasts(client: ClientBase, timeZone: string, schema: string): Promise<ColumnCasts> {
  const columns = new Map<string, FoundColumn[]>()
  for (const found of await findColumns(client)) columns.set(found.table, [...(columns.get(found.table) ?? []), found])
  const odd = [...columns].filter(([, all]) => all.some(({ type }) => castOf(type) !== null))
  const readable = odd.map(([table, all]) => [table, all.filter(({ isReadable }) => isReadable)] as const)
  return {
    rows: new Map(readable.map(([table, all]) => [table, castRows(tableIn(schema, table), all, timeZone)])),
    written: odd.length === 0 ? null : writtenTo(new Map(odd), timeZone),
  }
}

function writtenTo(
  tables: ReadonlyMap<string, readonly FoundColumn[]>,
  timeZone: string,
): NonNullable<Syntax['written']> {
  const types = new Map(
    [...tables].map(([table, columns]) => [table, new Map(columns.map(({ column, type }) => [column, type]))]),
  )
  return (table, column, value) => {
    const type = types.get(table)?.get(column)
    const write = type === undefined ? null : (castOf(type)?.write ?? null)
    return type === undefined || write === null ? value : write(value, type, timeZone)
  }
}

/** The planner inlines this subselect, so columns without a cast are read, compared and sorted as before. */
function castRows(table: Sql, columns: readonly FoundColumn[], timeZone: string): Sql {
  const values = columns.map(({ column, type }) => {
    const value = sql`r.${name(column)}`
    const cast = castOf(type)
    return cast === null ? value : sql`${cast.read(value, timeZone)} as ${name(column)}`
  })
  return sql`(select ${join(values, ', ')} from ${table} as r)`
}
