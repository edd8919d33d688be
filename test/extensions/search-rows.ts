/** Rows of the index of articles: those that triggers have written, and those of a rebuilt index. */

import type { DatabaseKind } from '../writes/site.ts'
import type { SearchSite } from './search-site.ts'

type Sql = SearchSite['sql']

/** Names of tables and triggers. */
export const partsOf = async (kind: DatabaseKind, sql: Sql): Promise<readonly string[]> =>
  (
    await sql(
      kind === 'SQLite'
        ? "select name from sqlite_master where name glob 'lectern_words_articles_*' and (type = 'trigger' or sql like 'create virtual%') order by 1"
        : "select tgname::text from pg_trigger where tgname like 'lectern\\_words\\_articles%' union all select relname::text from pg_class where relkind = 'r' and relname like 'lectern\\_words\\_articles%' order by 1",
    )
  ).map(([name]) => String(name))

/** On SQLite, this also verifies that the words of the index are those of its texts. */
export async function indexedRows(kind: DatabaseKind, sql: Sql) {
  const [index = ''] = await partsOf(kind, sql)
  if (kind === 'PostgreSQL') {
    return {
      there: await sql(`select id, c0::text, c1::text, long from ${index} order by id`),
      fresh: await sql(
        'select id, lectern_vector(lectern_words(body))::text, lectern_vector(lectern_words(title))::text, lectern_is_long(lectern_words(body)) or lectern_is_long(lectern_words(title)) from articles order by id',
      ),
    }
  }
  const both = `select 'p', rowid, c0, c1 from ${index} union all select 'd', rowid, c0, c1 from ${index}_drafts order by 2`
  for (const table of [index, `${index}_drafts`]) await sql(`insert into ${table}(${table}) values ('integrity-check')`)
  return {
    there: await sql(both),
    fresh: await sql(
      "select case when published_at is null then 'd' else 'p' end, id, body, title from articles order by id",
    ),
  }
}
