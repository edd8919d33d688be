/** Parameters of other APIs, and of Strapi 3 and 4: what they are called here. `strictParams` refuses them; without it, they are ignored, and logged. */

import { missingValueHint } from '../errors/missing-value.ts'
import type { RawValue } from '../request/raw-params.ts'
import { isComparison } from '../vocabulary/operators.ts'

interface Meant {
  readonly param: string
  /** The value to suggest where that of the request does not fit. */
  readonly example: string
  /** Matches values that can be used unchanged. */
  readonly fits?: RegExp
  readonly names: readonly string[]
}

const NUMBER = /^\d{1,6}$/
const NAMES = /^(?!(?:true|false|all|asc|desc)$)[A-Za-z][\w.,:-]{0,59}$/i

const MEANT: readonly Meant[] = [
  { param: 'filters[title][$eq]', example: 'x', names: ['where', '_where', 'filter', '$filter'] },
  { param: 'pagination[limit]', example: '10', fits: NUMBER, names: ['limit', '_limit', 'take', 'first', '$top'] },
  { param: 'pagination[start]', example: '10', fits: NUMBER, names: ['start', '_start', 'offset', 'skip', '$skip'] },
  { param: 'pagination[pageSize]', example: '10', fits: NUMBER, names: ['per_page', 'perPage', 'size'] },
  { param: 'pagination[withCount]', example: 'true', names: ['withCount', 'meta'] },
  {
    param: 'sort',
    example: 'title:asc',
    fits: NAMES,
    names: ['_sort', 'sortBy', 'sort_by', 'order', 'orderBy', 'order_by', '$orderby'],
  },
  { param: 'fields', example: 'title,slug', fits: NAMES, names: ['select', '$select'] },
  {
    param: 'populate',
    example: 'author',
    fits: NAMES,
    names: ['include', 'expand', '$expand', 'with', 'relations', 'embed', '_embed', 'depth', 'deep', 'pLevel'],
  },
  { param: 'locale', example: 'en', fits: NAMES, names: ['lang', 'language'] },
  { param: '_q', example: 'text', fits: NAMES, names: ['search', 'query', '_search', 's'] },
]

const VERSIONS: ReadonlySet<string> = new Set(['draft', 'preview', 'publicationState', '_publicationState'])

/** `publicationState=live`, `preview=false`. */
const PUBLISHED: ReadonlySet<RawValue | undefined> = new Set(['live', 'published', 'false', '0'])

const BY_NAME: ReadonlyMap<string, Meant> = new Map(
  MEANT.flatMap((meant) => meant.names.map((name) => [name, meant] as const)),
)

/** Parameters that jQuery and others add to bypass caches. */
const CACHE_BUSTERS = ['_', 't', 'ts', 'timestamp', 'nocache', 'cachebust', 'cb', 'v']

export const isCacheBuster = (name: string) => CACHE_BUSTERS.includes(name)

const HINTS: ReadonlyMap<string, string> = new Map([
  ...['token', 'access_token', 'api_key', 'apiKey'].map(
    (name) => [name, 'Send the token in a header: Authorization: Bearer <token>'] as const,
  ),
  ...CACHE_BUSTERS.map(
    (name) => [name, 'Leave it out: caches revalidate every response, unless rest.maxAge is set'] as const,
  ),
])

/** A parameter whose name may be an attribute, `slug=hello`; longer names are not repeated. */
const ATTRIBUTE = /^[A-Za-z]\w{0,59}$/

export function parameterHint(name: string, value: RawValue | undefined): string | undefined {
  if (VERSIONS.has(name)) return `Write status=${PUBLISHED.has(value) ? 'published' : 'draft'}`
  const meant = BY_NAME.get(name)
  if (meant !== undefined) return `Write ${meant.param}=${fitting(meant, value)}`
  return (
    HINTS.get(name) ??
    encodedHint(name) ??
    dottedHint(name) ??
    operatorHint(name) ??
    missingValueHint(name, 'leave the parameter out')
  )
}

function fitting({ example, fits }: Meant, value: RawValue | undefined): string {
  const isFit = typeof value === 'string' && fits?.test(value) === true
  return isFit && missingValueHint(value, '') === undefined ? value : example
}

/** `filters%255Btitle%255D`: decoded once, an escape is left. */
function encodedHint(name: string): string | undefined {
  return /%(?:5B|3D|26)/i.test(name) ? 'The query string is encoded twice: leave out one of the two' : undefined
}

/** `filters.title=x`: brackets are the only notation. */
function dottedHint(name: string): string | undefined {
  const [, param = '', below = ''] = /^(filters|populate|pagination)((?:\.[$\w]{1,60}){1,5})$/.exec(name) ?? []
  return param === '' ? undefined : `Write ${param}${below.replace(/\.([$\w]+)/g, '[$1]')}=x`
}

/** `title_contains=owl`, as Strapi 3 writes an operator. */
function operatorHint(name: string): string | undefined {
  const [, attribute = '', suffix = ''] = /^([A-Za-z]\w{0,59})_([a-z]+)$/.exec(name) ?? []
  return isComparison(`$${suffix}`) ? `Write filters[${attribute}][$${suffix}]=x` : undefined
}

/**
 * For a parameter that resembles no other. Whether there is such an attribute is unknown here, and must not be revealed.
 */
export function attributeHint(name: string): string | undefined {
  return ATTRIBUTE.test(name) ? `To filter by an attribute of this name: filters[${name}][$eq]=x` : undefined
}
