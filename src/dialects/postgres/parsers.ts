/** Values as the server writes them → those that statements give. */

import pg from 'pg'

export type Parser = (text: string) => unknown

/** By type. JSON stays text, as the server wrote it; so do all types that are not calculated with. */
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
