/** The types of attributes that are values of their own, in one table. */

/** How values are written in requests, compared and cast. Code that treats types differently asks for this first. */
export type ValueKind =
  | 'id'
  | 'text'
  /** One of a list of texts. */
  | 'choice'
  | 'integer'
  | 'bigint'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'moment'
  /** A whole document, or a list. */
  | 'json'

export const SCALARS = {
  id: 'id',
  string: 'text',
  text: 'text',
  richtext: 'text',
  enumeration: 'choice',
  email: 'text',
  password: 'text',
  uid: 'text',
  date: 'date',
  time: 'time',
  datetime: 'moment',
  timestamp: 'moment',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  array: 'json',
  json: 'json',
  blocks: 'json',
} as const satisfies Readonly<Record<string, ValueKind>>

export type ScalarType = keyof typeof SCALARS

export function valueKind(type: ScalarType): ValueKind {
  return SCALARS[type]
}
