/**
 * JSON text in which equal documents are equal texts: keys sorted, no spaces, one form for each number.
 * Other text becomes a JSON string, which is how such values are stored.
 */
export function canonicalJson(text: string): string {
  return stringify(jsonOrText(text))
}

/**
 * The same for the value of a column: a text that was stored as JSON twice counts as it is shown, without its second quotes.
 */
export function canonicalStoredJson(text: string): string {
  const value = jsonOrText(text)
  return stringify(typeof value === 'string' && value.startsWith('"') ? jsonOrText(value) : value)
}

/** A text that is not JSON is itself. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function stringify(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${stringify(member)}`).join(',')}}`
}
