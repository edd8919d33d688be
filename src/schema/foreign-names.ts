/** Names of types and relations in other systems. */

const TYPES: ReadonlyMap<string, string> = new Map([
  ['number', '"integer" or "decimal"'],
  ['int', '"integer"'],
  ['bigint', '"biginteger"'],
  ['double', '"float"'],
  ['bool', '"boolean"'],
  ['enum', '"enumeration"'],
  ['select', '"enumeration"'],
  ['slug', '"uid"'],
  ['markdown', '"richtext"'],
  ['html', '"richtext"'],
  ['image', '"media"'],
  ['file', '"media"'],
  ['upload', '"media"'],
  ['reference', '"relation"'],
  ['link', '"relation"'],
  ['object', '"json" or "component"'],
])

const RELATIONS: ReadonlyMap<string, string> = new Map([
  ['hasOne', '"oneToOne"'],
  ['hasMany', '"oneToMany"'],
  ['belongsTo', '"manyToOne"'],
  ['belongsToMany', '"manyToMany"'],
])

export const foreignType = (written: string) => meant(TYPES.get(written.toLowerCase()))
export const foreignRelation = (written: string) => meant(RELATIONS.get(written))

function meant(names: string | undefined): string | null {
  return names === undefined ? null : ` Did you mean ${names}?`
}
