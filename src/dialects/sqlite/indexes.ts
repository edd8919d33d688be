import type BetterSqlite3 from 'better-sqlite3'
import type { TableIndex } from '../../tables/tables.ts'

/** The condition of a partial index is only in its `create index`, at the end. */
const INDEXES = `select m.name, group_concat(c.name order by c.seqno),
    case when i.partial = 0 then 'all' when d.sql like '% where "published_at" is not null' then 'published'
      when d.sql like '% where "published_at" is null' then 'drafts' else 'some' end
  from sqlite_master as m join pragma_index_list(m.name) as i join pragma_index_info(i.name) as c
  left join sqlite_master as d on d.type = 'index' and d.name = i.name
  where m.type = 'table' group by m.name, i.name`

export function indexesOf(connection: BetterSqlite3.Database): readonly TableIndex[] {
  const rows = connection.prepare(INDEXES).raw().all() as readonly [string, string | null, TableIndex['rows']][]
  return rows.map(([table, columns, rows]) => ({ table, columns: (columns ?? '').split(','), rows, words: null }))
}
