import { COMMON_SYNTAX } from '../../sql/common-syntax.ts'
import { bind, type IdPair, type Sql, type Syntax, sql } from '../../sql/sql.ts'
import { arrayText, manyRows } from './many-rows.ts'

export const postgresSyntax: Syntax = {
  ...COMMON_SYNTAX,
  placeholder: (position) => `$${position}`,
  manyRows,
  idPairs,
}

function idPairs(pairs: readonly IdPair[]): Sql {
  const arrayOf = (valueIn: (pair: IdPair) => string | null) => bind(arrayText(pairs.map(valueIn)))
  const ids = [arrayOf(({ from }) => String(from)), arrayOf(({ to }) => String(to))] as const
  const texts = arrayOf(({ text }) => text ?? null)
  return sql`(select u."source", u."copy", u."text" from unnest(${ids[0]}::bigint[], ${ids[1]}::bigint[], ${texts}::text[]) as u ("source", "copy", "text"))`
}
