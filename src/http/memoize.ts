/** A bounded cache of results by text, such as values of Accept-Encoding: most clients send the same few, but may send any. */

const MAX_ENTRIES = 1_000
const MAX_KEY_LENGTH = 200

export function memoize<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || text.length > MAX_KEY_LENGTH) return before ?? read(text)
    const value = read(text)
    if (known.size >= MAX_ENTRIES) known.clear()
    known.set(text, value)
    return value
  }
}
