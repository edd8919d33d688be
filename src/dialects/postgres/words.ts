/** Functions in the database that split a text into words as `vocabulary/words.ts` does. */

import { integer, literal, type Sql, sql } from '../../sql/sql.ts'
import { INDEXED_CHARACTERS } from '../../tables/search-index.ts'
import { DROPPED_MARKS, FOLDS, wordCharacters } from '../../vocabulary/words.ts'

/** Positions in a tsvector go no further, and a word has no more of them. */
const LAST_POSITION = 16_383
const MOST_POSITIONS = 255

/** A longer word is an error in a tsvector. No word of a query is as long. */
const LONGEST_WORD = 500

/** `folded`: a text without regard to case. */
export function createWordFunctions(folded: (text: Sql) => Sql): readonly Sql[] {
  const [from, to] = [[...FOLDS.keys()].join(''), [...FOLDS.values()].join('')]
  const lower = sql`translate(${folded(sql`left(content, ${integer(INDEXED_CHARACTERS)})`)}, ${literal(DROPPED_MARKS)}, '')`
  const spaced = sql`regexp_replace(${lower}, ${literal(`[^${characterClass()}]+`)}, ' ', 'g')`
  const word = sql`case when u.w ~ '[^a-z0-9]' then translate(u.w, ${literal(from)}, ${literal(to)}) else u.w end`
  return [
    sql`create or replace function lectern_words(content text) returns text[] language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $body$ select array(select ${word} from unnest(string_to_array(${spaced}, ' ')) with ordinality as u (w, n) where u.w <> '' order by u.n) $body$`,
    sql`create or replace function lectern_vector(words text[]) returns tsvector language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $body$ select coalesce(string_agg('''' || left(u.w, ${integer(LONGEST_WORD)}) || ''':' || least(u.n, ${integer(LAST_POSITION)}), ' '), '')::tsvector from unnest(words) with ordinality as u (w, n) $body$`,
    sql`create or replace function lectern_is_long(words text[]) returns boolean language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $body$ select cardinality(words) > ${integer(LAST_POSITION)} or exists (select 1 from unnest(words) as u (w) group by u.w having count(*) > ${integer(MOST_POSITIONS)}) $body$`,
  ]
}

function characterClass(): string {
  return wordCharacters()
    .map(([first, last]) => (first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`))
    .join('')
}

const escaped = (code: number): string => `\\U${code.toString(16).padStart(8, '0')}`
