import type { Attribute, ScalarType } from '../../src/schema/schema.ts'
import type { Choices } from './choices.ts'

const TEXTS = [
  'harbor',
  'a',
  '',
  ' ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  'É',
  'ß',
  '日本',
  '😀',
  'null',
  'true',
  '$eq',
  'a,b',
  'a&b=c',
  '[x]',
]
const ODD = [
  '\u0000',
  '\uffff',
  '\u202e',
  'x'.repeat(2_000),
  "' or 1=1 --",
  '"; drop table articles',
  '#{1}',
  '{"a":[1]}',
]
const NUMBERS = [
  '0',
  '-1',
  '2',
  '3.5',
  '1e3',
  '0x10',
  '9007199254740993',
  '9223372036854775808',
  '1e400',
  '-0',
  ' 7 ',
  'NaN',
  'Infinity',
]

const BY_TYPE: Partial<Record<ScalarType, readonly string[]>> = {
  id: ['1', '2', '-1', '3.5', '9007199254740993'],
  integer: NUMBERS,
  biginteger: ['1', '-5', '9223372036854775808', '1'.repeat(300)],
  float: NUMBERS,
  decimal: NUMBERS,
  boolean: ['true', 'false', '1', '0', 't', 'f', 'yes', ''],
  date: ['2024-02-29', '2023-02-29', '2024-01-01T00:00:00Z', '0000-01-01'],
  time: ['10:00:00', '10:00:00.5', '24:00:00', '1:2:3'],
  datetime: ['2024-01-01T00:00:00.000Z', '2024-01-01', '1700000000000', '+275760-09-14T00:00:00Z', '2024-13-01'],
  timestamp: ['2024-01-01T00:00:00.000Z', '1700000000000', '1e3'],
  json: ['{"a":1}', '[]', '"x"', 'null', '{', '1', '{"__proto__":1}'],
  blocks: ['[]', '[{"type":"paragraph"}]'],
}

export function someValue(pick: Choices): string {
  return pick.of(pick.oncePer(4) ? ODD : pick.oncePer(3) ? NUMBERS : TEXTS)
}

export function valueFor(attribute: Attribute, pick: Choices): string {
  if (attribute.kind !== 'scalar') return pick.of(['1', '2', '3'])
  const known = BY_TYPE[attribute.type]
  return known === undefined ? someValue(pick) : pick.of(known)
}
