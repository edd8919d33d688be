/** A bounded cache of results by text, such as values of Accept-Encoding: most clients send the same few, but may send any. */

const MOST_REMEMBERED = 1_000
const LONGEST_REMEMBERED = 200

export function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || text.length > LONGEST_REMEMBERED) return before ?? read(text)
    const value = read(text)
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(text, value)
    return value
  }
}
