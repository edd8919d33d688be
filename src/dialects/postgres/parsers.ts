/** The server's text values → the values of rows. */

import pg from 'pg'

export type Parser = (text: string) => unknown

/** The parser for a type. JSON stays text, as do all types that nothing calculates with. */
export function parserFor(oid: number): Parser {
  return PARSERS.get(oid) ?? asText
}

const asText: Parser = (text) => text
const asNumber: Parser = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
const { BOOL, INT2, INT4, INT8 } = pg.types.builtins
const PARSERS: ReadonlyMap<number, Parser> = new Map([
  [BOOL, (text: string): unknown => text === 't'],
  [INT2, asNumber],
  [INT4, asNumber],
  [INT8, asNumber],
])
