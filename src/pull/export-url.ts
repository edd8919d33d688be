/** The URL of an export: from the URL of a list, with a filter for new entries. */

const EXPORT = '/actions/export'

/** `…/api/articles?sort=title` → `…/api/articles/actions/export?sort=title`; null where it cannot be that of a list. */
export function exportUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  url.hash = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  if (!/^https?:$/.test(url.protocol) || url.pathname === '/') return null
  if (url.pathname.endsWith(EXPORT)) return url
  if (url.pathname.includes('/actions/')) return null
  url.pathname += EXPORT
  return url
}

/**
 * The same export of what was changed or published since. A published version has the `updatedAt` that its draft had, which may
 * be long before it was published.
 */
export function changesUrl(url: URL, since: Date): URL {
  const place = `filters[$and][${conditionsIn(url)}][$or]`
  const at = since.toISOString()
  const changes = new URL(url)
  changes.search = [
    ...(url.search === '' ? [] : [url.search.slice(1)]),
    `${place}[0][updatedAt][$gte]=${at}`,
    `${place}[1][publishedAt][$gte]=${at}`,
  ].join('&')
  return changes
}

/** The first index that the list of conditions has free. */
function conditionsIn({ searchParams }: URL): number {
  const indexes = [...searchParams.keys()].map((key) => Number(/^filters\[\$and\]\[(\d+)\]/.exec(key)?.[1] ?? -1))
  return Math.max(-1, ...indexes) + 1
}

/** By id otherwise. */
export const isSorted = ({ searchParams }: URL): boolean => [...searchParams.keys()].some((key) => /^sort\b/.test(key))

/** Whether a document may have several lines, one for each locale. */
export function hasLocales({ searchParams }: URL): boolean {
  return [...searchParams].some(([key, value]) => (key === 'locale' ? /[*,]/.test(value) : /^locale\[(?!\$)/.test(key)))
}
