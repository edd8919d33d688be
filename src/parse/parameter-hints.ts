/** Parameters of other APIs, and of Strapi 3 and 4: what they are called here. For `strictParams`, which refuses them. */

import { isComparison } from '../vocabulary/operators.ts'

const MEANT: readonly (readonly [string, readonly string[]])[] = [
  ['filters[title][$eq]=x', ['where', '_where', 'filter', '$filter']],
  ['pagination[limit]=10', ['_limit', 'take', 'first', '$top']],
  ['pagination[start]=10', ['_start', 'offset', 'skip', '$skip']],
  ['pagination[pageSize]=10', ['per_page', 'perPage', 'size']],
  ['pagination[withCount]=true', ['withCount', 'meta']],
  ['sort=title:asc', ['_sort', 'sortBy', 'sort_by', 'order', 'orderBy', 'order_by', '$orderby']],
  ['fields=title,slug', ['select', '$select']],
  [
    'populate=author',
    ['include', 'expand', '$expand', 'with', 'relations', 'embed', '_embed', 'depth', 'deep', 'pLevel'],
  ],
  ['status=draft', ['draft', 'preview', 'publicationState', '_publicationState']],
  ['locale=en', ['lang', 'language']],
  ['_q=text', ['search', 'query', '_search']],
]

const HINTS: ReadonlyMap<string, string> = new Map([
  ...MEANT.flatMap(([written, names]) => names.map((name) => [name, `Write ${written}`] as const)),
  ...['token', 'access_token', 'api_key', 'apiKey'].map(
    (name) => [name, 'Send the token in a header: Authorization: Bearer <token>'] as const,
  ),
  // What jQuery and others add against caches.
  ...['_', 't', 'ts', 'timestamp', 'nocache', 'cachebust', 'cb', 'v'].map(
    (name) => [name, 'Leave it out: caches ask for every response, unless rest.maxAge is set'] as const,
  ),
])

/** A parameter whose name may be an attribute, `slug=hello`; longer names are not repeated. */
const ATTRIBUTE = /^[A-Za-z]\w{0,59}$/

export function parameterHint(name: string): string | undefined {
  return HINTS.get(name) ?? operatorHint(name)
}

/** `title_contains=owl`, as Strapi 3 writes an operator. */
function operatorHint(name: string): string | undefined {
  const [, attribute = '', suffix = ''] = /^([A-Za-z]\w{0,59})_([a-z]+)$/.exec(name) ?? []
  return isComparison(`$${suffix}`) ? `Write filters[${attribute}][$${suffix}]=x` : undefined
}

/** For a parameter that resembles none. Whether there is such an attribute is not known, and not told. */
export function attributeHint(name: string): string | undefined {
  return ATTRIBUTE.test(name) ? `To filter by an attribute of this name: filters[${name}][$eq]=x` : undefined
}
