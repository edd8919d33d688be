/** The SQL that differs between the two databases. */
export type Words = {
  object(fields: string): string
  /** The JSON of a subquery with one row at most. */
  one(select: string): string
  list(object: string, rest: string, order: string): string
  json(column: string): string
  dateTime(column: string): string
  time(column: string): string
  stamp(column: string): string
  text(column: string): string
  boolean(column: string): string
  isTrue(column: string): string
  contains(column: string, word: string): string
}

export const sqliteWords: Words = {
  object: (fields) => `json_object(${fields})`,
  one: (select) => `json((${select}))`,
  list: (object, rest, order) => `json((select json_group_array(${object} order by ${order}) ${rest}))`,
  json: (column) => `json(${column})`,
  dateTime: (column) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`,
  time: (column) => column,
  stamp: (column) => `cast(${column} as text)`,
  text: (column) => `cast(${column} as text)`,
  boolean: (column) => `json(iif(${column}, 'true', iif(${column} is null, 'null', 'false')))`,
  isTrue: (column) => `${column} = 1`,
  contains: (column, word) => `instr(${column}, '${word}') > 0`,
}

// A text in a JSON column is parsed once more when it is shown, as Strapi does; the fixture holds none in these.
export const postgresWords: Words = {
  object: (fields) => `json_build_object(${fields})`,
  one: (select) => `(${select})`,
  list: (object, rest, order) => `(select coalesce(json_agg(${object} order by ${order}), '[]') ${rest})`,
  json: (column) => column,
  dateTime: (column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  time: (column) => `to_char(${column}, 'HH24:MI:SS.MS')`,
  stamp: (column) => `floor(extract(epoch from ${column}) * 1000)::bigint::text`,
  text: (column) => `${column}::text`,
  boolean: (column) => column,
  isTrue: (column) => column,
  contains: (column, word) => `position('${word}' in ${column}) > 0`,
}
