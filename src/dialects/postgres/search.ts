/**
 * Full-text search in a table of tsvectors, one per field. Row triggers keep it up to date, also for replicated rows. A
 * score depends only on its own row, so no other row, such as a draft, influences it.
 *
 * A tsvector stores only the first positions of a word. For rows with more words (`long`), phrases are searched in the
 * text.
 *
 * An index is used only if the table has its triggers, these have their columns, and there is no row 0. That row marks
 * a write whose texts could not be read because another program had renamed a column.
 */

import { codeOf } from '../../errors/code-of.ts'
import type { SearchTerm, WeighedColumn, WordSearch } from '../../plan/read-plan.ts'
import type { SearchDdl } from '../../sql/search-ddl.ts'
import { bind, integer, join, literal, name, type Sql, sql } from '../../sql/sql.ts'
import type { SearchIndex } from '../../tables/search-index.ts'
import { THIS_SCHEMA } from './this-schema.ts'
import { createWordFunctions } from './words.ts'

const columnName = (number: number): string => `c${number}`
const rowTrigger = ({ name: index }: SearchIndex): string => `${index}_row`
const truncateTrigger = ({ name: index }: SearchIndex): string => `${index}_truncate`

export const postgresSearch: SearchDdl = {
  objects: sql`select c.relname::text as tbl_name, t.tgname::text as name from pg_catalog.pg_trigger as t join pg_catalog.pg_class as c on c.oid = t.tgrelid where t.tgname like 'lectern\\_words\\_%' and t.tgenabled = 'A' and c.relnamespace = ${THIS_SCHEMA} and ${hasItsColumns(sql`t.tgname like 'lectern\\_words\\_%'`)} union all select c.relname::text, c.relname::text from pg_catalog.pg_class as c where c.relname like 'lectern\\_words\\_%' and c.relkind = 'r' and c.relnamespace = ${THIS_SCHEMA} and has_table_privilege(c.oid, 'select')`,
  partsOf: (index) => [index.name, rowTrigger(index), truncateTrigger(index)],
  build,
  // `cascade` drops its triggers, too.
  drop: (index) => [sql`drop function if exists ${name(index)}() cascade`, sql`drop table if exists ${name(index)}`],
}

/** Triggers come first: creating them locks the table against writes until the transaction ends. */
function build(index: SearchIndex, folded: (text: Sql) => Sql): readonly Sql[] {
  const { name: words, table, columns } = index
  const vectors = columns.map((_, number) => sql`${name(columnName(number))} tsvector`)
  const on = (trigger: string, event: Sql, rows: Sql) => [
    createTrigger(index, trigger, event, rows),
    sql`alter table ${name(table)} enable always trigger ${name(trigger)}`,
  ]
  const texts = columns.map((column, number) => sql`lectern_words(${name(column)}::text) as ${name(`w${number}`)}`)
  return [
    ...createWordFunctions(folded),
    sql`create table ${name(words)} ("id" bigint primary key, ${join(vectors, ', ')}, "long" boolean)`,
    createTriggerFunction(index),
    ...on(rowTrigger(index), sql`insert or update or delete`, sql`row`),
    ...on(truncateTrigger(index), sql`truncate`, sql`statement`),
    sql`insert into ${name(words)} select w."id", ${vectorsOf(index, sql``)} from (select "id", ${join(texts, ', ')} from ${name(table)} offset 0) as w`,
    sql`create index ${name(`${words}_gin`)} on ${name(words)} using gin (${join(
      columns.map((_, number) => name(columnName(number))),
      ', ',
    )})`,
    sql`analyze ${name(words)}`,
  ]
}

/**
 * The trigger's argument is the columns with their numbers, `{"title": 4}`: the number distinguishes a column from a
 * later one of the same name.
 */
function createTrigger({ name: words, table, columns }: SearchIndex, trigger: string, event: Sql, rows: Sql): Sql {
  const names = join([trigger, table, words].map(literal), ', ')
  const numbers = sql`select jsonb_object_agg(attname, attnum) from pg_catalog.pg_attribute where attrelid = ${tableId(table)} and not attisdropped and attname in (${join(columns.map(literal), ', ')})`
  return sql`do $do$ begin execute format('create trigger %I after ${event} on %I for each ${rows} execute function %I(%L)', ${names}, (${numbers})); end $do$`
}

const tableId = (table: string): Sql => sql`${literal(`"${table.replaceAll('"', '""')}"`)}::regclass`

/**
 * A condition on a trigger `t`. `isOurs` comes first because other triggers have other arguments. An argument ends with
 * a NUL byte.
 */
function hasItsColumns(isOurs: Sql): Sql {
  const argument = sql`convert_from(substr(t.tgargs, 1, greatest(octet_length(t.tgargs) - 1, 0)), getdatabaseencoding())`
  const column = sql`select 1 from pg_catalog.pg_attribute as a where a.attrelid = t.tgrelid and a.attnum = k.number::int and a.attname = k.name and not a.attisdropped`
  const missing = sql`select 1 from jsonb_each_text(coalesce(nullif(${argument}, ''), '{}')::jsonb) as k (name, number) where not exists (${column})`
  return sql`case when ${isOurs} then not exists (${missing}) else false end`
}

/** The vectors for the words in `w0`, `w1`, …, and whether one is long. `schema`: the qualifier of the functions. */
function vectorsOf({ columns }: SearchIndex, schema: Sql): Sql {
  const words = columns.map((_, number) => sql`w.${name(`w${number}`)}`)
  const vectors = words.map((word) => sql`${schema}lectern_vector(${word})`)
  return sql`${join(vectors, ', ')}, ${join(
    words.map((word) => sql`${schema}lectern_is_long(${word})`),
    ' or ',
  )}`
}

/**
 * Reads columns from the row as JSON: a write must not fail if another program has renamed one. `security definer`: a
 * role that writes to the table needs no privilege on the index.
 */
function createTriggerFunction(index: SearchIndex): Sql {
  const columns = join(index.columns.map(literal), ', ')
  const words = join(
    index.columns.map((_, number) => sql`%1$I.lectern_words($2[${integer(number + 1)}]) as w${integer(number)}`),
    ', ',
  )
  const place = sql`%1$I.${name(index.name)}`
  return sql`create or replace function ${name(index.name)}() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  fields constant text[] := array[${columns}];
  before jsonb := '{}';
  after jsonb := '{}';
begin
  if TG_OP = 'TRUNCATE' then
    execute format('delete from ${place}', TG_TABLE_SCHEMA);
    return null;
  end if;
  if TG_OP <> 'INSERT' then before := to_jsonb(OLD); end if;
  if TG_OP <> 'DELETE' then after := to_jsonb(NEW); end if;
  if TG_OP = 'UPDATE' and OLD.id = NEW.id and not exists (select 1 from unnest(fields) as f (field) where before -> f.field is distinct from after -> f.field) and after ?& fields then
    return null;
  end if;
  if TG_OP <> 'INSERT' then
    execute format('delete from ${place} where id = $1', TG_TABLE_SCHEMA) using OLD.id;
  end if;
  if TG_OP = 'DELETE' then return null; end if;
  if not after ?& fields then
    execute format('insert into ${place} (id) values (0) on conflict do nothing', TG_TABLE_SCHEMA);
  end if;
  execute format('delete from ${place} where id = $1', TG_TABLE_SCHEMA) using NEW.id;
  execute format('insert into ${place} select $1, ${vectorsOf(index, sql`%1$I.`)} from (select ${words} offset 0) as w', TG_TABLE_SCHEMA)
    using NEW.id, array(select after ->> f.field from unnest(fields) with ordinality as f (field, n) order by f.n);
  return null;
end $body$`
}

export function wordMatches(search: WordSearch): Sql {
  const { index, terms, columns, scored } = search
  const hasPhrase = terms.some(({ words }) => words.length > 1)
  const source = hasPhrase ? sql` join ${name(index.table)} as s on s."id" = f."id"` : sql``
  const found = terms.map((term) => {
    const inAny = sql`(${join(
      columns.map((column) => inColumn(term, column)),
      ' or ',
    )})`
    return term.excluded ? sql`not ${inAny}` : inAny
  })
  const score = scored ? scoreOf(search) : sql`0::double precision`
  return sql`select f."id" as id, ${score} as score from ${name(index.name)} as f${source} where ${isTrusted(index)} and ${join(found, ' and ')}`
}

/** Evaluated once, before any row is read; fails if the index is not up to date. */
function isTrusted(index: SearchIndex): Sql {
  const triggers = [rowTrigger(index), truncateTrigger(index)].map(literal)
  const isOurs = sql`t.tgname in (${join(triggers, ', ')})`
  const failure = sql`('lectern.search' || left(count(*)::text, 0))::bigint is null`
  return sql`(select case when count(*) = ${integer(triggers.length)} and not exists (select 1 from ${name(index.name)} where "id" = 0) then true else ${failure} end from pg_catalog.pg_trigger as t where t.tgrelid = ${tableId(index.table)} and t.tgenabled = 'A' and ${isOurs} and ${hasItsColumns(isOurs)})`
}

function inColumn(term: SearchTerm, { number, name: source }: WeighedColumn): Sql {
  const vector = sql`f.${name(columnName(number))}`
  const all = sql`${vector} @@ ${query(term, ' & ')}`
  if (term.words.length === 1) return all
  const text = sql`' ' || array_to_string(lectern_words(s.${name(source)}::text), ' ') || ' '`
  const pattern = `% ${term.words.join(' ')}${term.prefix ? '%' : ' %'}`
  return sql`(${all} and case when f."long" then ${text} like ${bind(pattern)} else ${vector} @@ ${query(term, ' <-> ')} end)`
}

/** Words are only letters and digits, so they contain no operators. */
function query({ words, prefix }: SearchTerm, operator: string): Sql {
  const last = words.length - 1
  return sql`${bind(words.map((word, at) => `'${word}'${prefix && at === last ? ':*' : ''}`).join(operator))}::tsquery`
}

/** `ts_rank` with 1 ranks long texts lower than short ones with as many of the words. */
const BY_LENGTH = 1

function scoreOf({ terms, columns }: WordSearch): Sql {
  const sought = terms.filter(({ excluded }) => !excluded)
  const last = sought.at(-1)
  const words = sought.flatMap((term) => term.words)
  const any = query({ words, excluded: false, prefix: last?.prefix === true }, ' | ')
  const ranks = columns.map(
    ({ number, weight }) =>
      sql`${bind(weight)}::double precision * ts_rank(f.${name(columnName(number))}, ${any}, ${integer(BY_LENGTH)})`,
  )
  return sql`(${join(ranks, ' + ')})`
}

/** Whether a statement failed because its search index is missing or not up to date. */
export function isUnsearchable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isMissing = codeOf(error) === '42P01' && error.message.includes('lectern_words_')
  return isMissing || /lectern\.search\b/.test(error.message)
}
