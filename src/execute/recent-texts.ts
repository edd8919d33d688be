/** A cache by statement text. Texts can be long, so both their number and their total length are limited. */

export interface RecentTexts<Value> {
  get(text: string): Value | undefined
  /** Eviction is "second chance": texts that were not set again since they were last considered go first. */
  set(text: string, value: Value): void
}

export interface TextLimits {
  readonly texts: number
  /** In all texts together. */
  readonly characters: number
}

interface Entry<Value> {
  value: Value
  /**
   * A flag instead of moving the entry: a map whose entries change with each request keeps the garbage collector busy.
   */
  wasSetAgain: boolean
}

export function createRecentTexts<Value>({ texts, characters }: TextLimits): RecentTexts<Value> {
  const known = new Map<string, Entry<Value>>()
  let length = 0

  function forget(text: string): void {
    if (known.delete(text)) length -= text.length
  }

  function spare(text: string, entry: Entry<Value>): void {
    entry.wasSetAgain = false
    known.delete(text)
    known.set(text, entry)
  }

  const isWithinLimits = () => known.size <= texts && (length <= characters || known.size === 1)

  function makeRoom(newest: string): void {
    for (const [oldest, entry] of known) {
      if (isWithinLimits()) return
      if (entry.wasSetAgain || oldest === newest) spare(oldest, entry)
      else forget(oldest)
    }
  }

  return {
    get: (text) => known.get(text)?.value,
    set(text, value) {
      const entry = known.get(text)
      if (entry !== undefined) {
        entry.value = value
        entry.wasSetAgain = true
        return
      }
      known.set(text, { value, wasSetAgain: false })
      length += text.length
      makeRoom(text)
    },
  }
}
