import type { ClientBase } from 'pg'
import type { TableIndex } from '../../tables/tables.ts'

const INDEXES = `select c.relname::text, string_agg(a.attname, ',' order by k.at),
    case pg_get_expr(i.indpred, i.indrelid) when '(published_at IS NOT NULL)' then 'published'
      when '(published_at IS NULL)' then 'drafts' else case when i.indpred is null then 'all' else 'some' end end
  from pg_catalog.pg_index as i
  join pg_catalog.pg_class as c on c.oid = i.indrelid and pg_catalog.pg_table_is_visible(c.oid)
  join pg_catalog.pg_namespace as n on n.oid = c.relnamespace and n.nspname <> 'pg_catalog'
  join unnest(i.indkey) with ordinality as k(number, at) on true
  join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum = k.number
  where i.indisvalid
  group by i.indexrelid, i.indrelid, c.relname, i.indpred`

export async function indexesOf(client: ClientBase): Promise<readonly TableIndex[]> {
  const { rows } = await client.query<[string, string, TableIndex['rows']]>({ text: INDEXES, rowMode: 'array' })
  return rows.map(([table, columns, rows]) => ({ table, columns: columns.split(','), rows }))
}
