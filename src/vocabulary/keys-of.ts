/** The names of a table as its type has them; `Object.keys` gives any texts. */
export function keysOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table) as Name[]
}
