/** Texts as TypeScript writes them. */

export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}

export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** `shared.seo` → `SharedSeo`, a name that an interface may have. */
export function pascalCase(text: string): string {
  const joined = text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
  return /^\p{L}/u.test(joined) ? joined : `_${joined}`
}
