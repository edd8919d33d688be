/** Fields to show, or with a `-` before each, fields to leave out (extension `exclude`). */

/** Whether these are fields to leave out. `known`: attributes, whose own names may begin like that. */
export function leavesOut(fields: readonly string[], known: readonly string[]): boolean {
  return fields.length > 0 && fields.every((name) => name.startsWith('-') && !known.includes(name))
}

/** Null for all of them. */
export function withMode(names: readonly string[], leaves: boolean): readonly string[] | null {
  if (names.length === 0) return null
  return leaves ? names.map((name) => `-${name}`) : names
}

export function toggled(names: readonly string[], name: string, leaves: boolean): readonly string[] | null {
  return withMode(names.includes(name) ? names.filter((one) => one !== name) : [...names, name], leaves)
}
