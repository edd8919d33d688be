/** Texts as TypeScript writes them. */

export function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}

export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** A description as lines above a declaration; none where there is nothing to say. */
export function docComment(text: string, indent: string): readonly string[] {
  // Break up `*/`, which would end the comment.
  const lines = text
    .trim()
    .replaceAll('*/', '* /')
    .split(/\s*\n\s*/)
  if (lines.length > 1) return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`]
  return lines[0] === '' ? [] : [`${indent}/** ${lines[0]} */`]
}

/** `shared.seo` → `SharedSeo`, a name that an interface may have. */
export function pascalCase(text: string): string {
  const joined = text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
  return /^\p{L}/u.test(joined) ? joined : `_${joined}`
}
