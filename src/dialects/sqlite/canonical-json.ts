/**
 * JSON text that is the same for equal documents: keys sorted, no spaces, one format for each number. A text that is
 * not JSON becomes a JSON string, which is how such values are stored.
 */
export function canonicalJson(text: string): string {
  return stringify(jsonOrText(text))
}

/**
 * The same for a stored value. A text that was JSON-encoded twice compares as it is shown, without the second pair of
 * quotes.
 */
export function canonicalStoredJson(text: string): string {
  const value = jsonOrText(text)
  return stringify(typeof value === 'string' && value.startsWith('"') ? jsonOrText(value) : value)
}

/** The parsed text, or the text itself if it is not JSON. */
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
