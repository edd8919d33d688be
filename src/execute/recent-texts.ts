/** What is known of statements, by their text. Texts can be long: their number is limited, and so is their length. */

export interface RecentTexts<Value> {
  get(text: string): Value | undefined
  /** The least recently set go first. */
  set(text: string, value: Value): void
}

export interface TextLimits {
  readonly texts: number
  /** Of all of them together. */
  readonly characters: number
}

export function createRecentTexts<Value>({ texts, characters }: TextLimits): RecentTexts<Value> {
  const known = new Map<string, Value>()
  let length = 0

  function forget(text: string): void {
    if (known.delete(text)) length -= text.length
  }

  return {
    get: (text) => known.get(text),
    set(text, value) {
      forget(text)
      known.set(text, value)
      length += text.length
      for (const oldest of known.keys()) {
        if (known.size <= texts && (length <= characters || known.size === 1)) return
        forget(oldest)
      }
    },
  }
}
