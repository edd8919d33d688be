import type { ClientBase } from 'pg'
import type { TableIndex } from '../../tables/tables.ts'

/**
 * Recognizes trigram indexes as created by trigrams.ts. Besides B-trees, no other kind of index helps our statements.
 */
const WORDS = `case when o.oid is null or m.amname = 'btree' then null
  when o.opcname not in ('gin_trgm_ops', 'gist_trgm_ops') then 'other'
  when k.collated = a.attcollation then 'exact'
  when k.collated = '"C"'::regcollation then 'folded' else 'other' end`

/**
 * `offset 0` keeps the planner from reading the server's own indexes, and all columns of a table for each of its
 * indexes.
 */
const INDEXES = `select i.relname::text, string_agg(a.attname, ',' order by k.at),
    case pg_get_expr(i.indpred, i.indrelid) when '(published_at IS NOT NULL)' then 'published'
      when '(published_at IS NULL)' then 'drafts' else case when i.indpred is null then 'all' else 'some' end end,
    min(${WORDS})
  from (
    select i.indexrelid, i.indrelid, i.indpred, i.indkey, i.indclass, i.indcollation, c.relname
    from pg_catalog.pg_index as i join pg_catalog.pg_class as c on c.oid = i.indrelid
    where i.indisvalid and c.relnamespace <> 'pg_catalog'::regnamespace and pg_catalog.pg_table_is_visible(c.oid)
    offset 0
  ) as i
  cross join unnest(i.indkey::int2[], i.indclass::oid[], i.indcollation::oid[])
    with ordinality as k(number, operators, collated, at)
  cross join lateral (
    select attname, attcollation from pg_catalog.pg_attribute where attrelid = i.indrelid and attnum = k.number offset 0
  ) as a
  left join pg_catalog.pg_opclass as o on o.oid = k.operators
  left join pg_catalog.pg_am as m on m.oid = o.opcmethod
  group by i.indexrelid, i.indrelid, i.relname, i.indpred
  having 'other' <> all (array_agg(coalesce(${WORDS}, '')))`

export async function indexesOf(client: ClientBase): Promise<readonly TableIndex[]> {
  const { rows } = await client.query<[string, string, TableIndex['rows'], TableIndex['words']]>({
    text: INDEXES,
    rowMode: 'array',
  })
  return rows.map(([table, columns, rows, words]) => ({ table, columns: columns.split(','), rows, words }))
}
