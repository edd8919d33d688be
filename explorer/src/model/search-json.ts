/** Finds a text in a response, in names and in values, ignoring case. */

export interface SearchResult {
  /** Paths of rows, as `rowsOf` has them. */
  readonly hits: ReadonlySet<string>
  /** Rows to open so that hits are visible; the format of `turned` in `rowsOf`. */
  readonly opened: ReadonlyMap<string, boolean>
}

/** Further hits are not shown. */
export const MOST_HITS = 200

export function searchJson(value: unknown, text: string): SearchResult {
  const sought = text.trim().toLowerCase()
  const hits = new Set<string>()
  const opened = new Map<string, boolean>()
  if (sought !== '') visit(value, '$', [])
  return { hits, opened }

  function visit(current: unknown, path: string, above: readonly string[]): void {
    if (typeof current !== 'object' || current === null) return
    for (const [name, item] of Object.entries(current)) {
      if (hits.size === MOST_HITS) return
      const at = `${path}/${name}`
      if (matches(Array.isArray(current) ? null : name, item)) {
        hits.add(at)
        for (const parent of [...above, path]) {
          opened.set(parent, true)
          opened.set(`${parent}…`, true)
        }
      }
      visit(item, at, [...above, path])
    }
  }

  function matches(name: string | null, item: unknown): boolean {
    if (name?.toLowerCase().includes(sought) === true) return true
    return item !== null && typeof item !== 'object' && String(item).toLowerCase().includes(sought)
  }
}
