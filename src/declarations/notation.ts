/** Strings, keys and comments in TypeScript syntax. */

export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}

export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** A description as comment lines above a declaration; empty if there is none. */
export function docComment(text: string, indent: string): readonly string[] {
  // `*/` would end the comment.
  const lines = text
    .trim()
    .replaceAll('*/', '* /')
    .split(/\s*\n\s*/)
  if (lines.length > 1) return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`]
  return lines[0] === '' ? [] : [`${indent}/** ${lines[0]} */`]
}

/** `shared.seo` → `SharedSeo`, a valid interface name. */
export function pascalCase(text: string): string {
  const joined = text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
  return /^\p{L}/u.test(joined) ? joined : `_${joined}`
}
