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
  ['url', '"string"'],
  ['varchar', '"string"'],
  ['markdown', '"richtext"'],
  ['html', '"richtext"'],
  ['wysiwyg', '"richtext"'],
  ['image', '"media"'],
  ['file', '"media"'],
  ['upload', '"media"'],
  ['video', '"media"'],
  ['reference', '"relation"'],
  ['link', '"relation"'],
  ['object', '"json" or "component"'],
  ['checkbox', '"boolean"'],
  ['photo', '"media"'],
  ['picture', '"media"'],
  ['gallery', '"media"'],
  ...['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'].map(
    (name) => [name.toLowerCase(), `"type": "relation", "relation": "${name}"`] as const,
  ),
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
