/** Parameters of other APIs, and of Strapi 3 and 4: what they are called here. For `strictParams`, which refuses them. */

const MEANT: readonly (readonly [string, readonly string[]])[] = [
  ['filters[title][$eq]=x', ['where', '_where', 'filter', '$filter']],
  ['pagination[limit]=10', ['_limit', 'take', 'first', '$top']],
  ['pagination[start]=10', ['_start', 'offset', 'skip', '$skip']],
  ['pagination[pageSize]=10', ['per_page', 'perPage', 'size']],
  ['pagination[withCount]=true', ['withCount', 'meta']],
  ['sort=title:asc', ['order', 'orderBy', 'order_by', '$orderby']],
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
])

export function parameterHint(name: string): string | undefined {
  return HINTS.get(name)
}
