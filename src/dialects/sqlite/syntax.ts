import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import { bind, isNameOfGathered, name, type Syntax, sql } from '../../sql/sql.ts'

export const sqliteSyntax: Syntax = {
  ...COMMON_SYNTAX,
  placeholder: () => '?',
  rows: (table) => (isNameOfGathered(table) ? sql`main.${name(table)}` : name(table)),
  idPairs: (pairs) =>
    sql`(select json_extract("value", '$[0]') as "source", json_extract("value", '$[1]') as "copy", json_extract("value", '$[2]') as "text" from json_each(${bind(JSON.stringify(pairs.map(({ from, to, text }) => [from, to, text ?? null])))}))`,
}
