/** Database functions that split a text into words, as `vocabulary/words.ts` does. */

import { integer, literal, type Sql, sql } from '../../sql/sql.ts'
import { INDEXED_CHARACTERS } from '../../tables/search-index.ts'
import { DROPPED_MARKS, FOLDS, wordCharacters } from '../../vocabulary/words.ts'

/** Limits of a tsvector: the highest position, and the number of positions per word. */
const LAST_POSITION = 16_383
const MOST_POSITIONS = 255

/** Longer words are an error in a tsvector. Words of a query are shorter. */
const LONGEST_WORD = 500

/** `translate` takes time in proportion to its list of letters, and most texts only have letters of Western Europe. */
const isCommon = (letter: string): boolean => letter <= 'ÿ'
const COMMON_FOLDS = [...FOLDS.keys()].filter(isCommon)
const RARE_FOLDS = [...FOLDS.keys()].filter((letter) => !isCommon(letter))

function translated(text: Sql, letters: readonly string[]): Sql {
  const folds = letters.map((letter) => FOLDS.get(letter) ?? letter)
  return sql`translate(${text}, ${literal(letters.join(''))}, ${literal(folds.join(''))})`
}

/** `folded`: the expression for a text without case. */
export function createWordFunctions(folded: (text: Sql) => Sql): readonly Sql[] {
  const cut = sql`left(content, ${integer(INDEXED_CHARACTERS)})`
  const spaced = (text: Sql, letters: string) => sql`regexp_replace(${text}, ${literal(`[^${letters}]+`)}, ' ', 'g')`
  return [
    sql`create or replace function lectern_words(content text) returns text[] language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $body$
declare
  words text := ${folded(cut)};
begin
  if octet_length(words) = length(words) then
    words := ${spaced(sql`words`, 'a-z0-9')};
  else
    words := ${spaced(sql`translate(words, ${literal(DROPPED_MARKS)}, '')`, characterClass())};
    if words ~ ${literal(`[${RARE_FOLDS.join('')}]`)} then
      words := ${translated(sql`words`, [...FOLDS.keys()])};
    else
      words := ${translated(sql`words`, COMMON_FOLDS)};
    end if;
  end if;
  return array(select u.w from unnest(string_to_array(words, ' ')) with ordinality as u (w, n) where u.w <> '' order by u.n);
end $body$`,
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
