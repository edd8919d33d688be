/** The paths there are. Built once; matching ignores case and one trailing slash, as in Strapi. */

import type { RestSettings } from '../config/settings.ts'
import { typesWithRoutes } from '../schema/models.ts'
import type { ContentType, Schema } from '../schema/schema.ts'

export type Route =
  | EntryRoute
  | VersionRoute
  /** A list whose query is in the body. */
  | { readonly kind: 'query'; readonly type: ContentType }
  /** Groups of entries. */
  | { readonly kind: 'aggregate'; readonly type: ContentType }
  /** The response of another route, sent again whenever it changes. */
  | { readonly kind: 'watch'; readonly type: ContentType; readonly of: EntryRoute }
  /** Several reads. */
  | { readonly kind: 'batch' }
  /** A whole list, one entry a line. */
  | { readonly kind: 'export'; readonly type: ContentType }
  /** Tools for agents. */
  | { readonly kind: 'mcp' }
  | { readonly kind: 'locales' }
  | { readonly kind: 'login' }
  | { readonly kind: 'me' }
  | { readonly kind: 'users' }
  | { readonly kind: 'userCount' }
  /** `id` as it was written. */
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'upload' }
  | { readonly kind: 'files' }
  | { readonly kind: 'filesPage' }
  /** `id` as it was written. */
  | { readonly kind: 'file'; readonly id: string }
  /** `path`: what follows `/uploads/`, undecoded. */
  | { readonly kind: 'asset'; readonly path: string }
  /** One content type or component by its UID, or all of them. */
  | { readonly kind: 'models'; readonly of: ModelKind; readonly uid: string | null }
  /** The page at `/`. */
  | { readonly kind: 'front' }
  /** The description of the API. */
  | { readonly kind: 'openapi' }
  /** `path`: what follows `/_docs`, undecoded. */
  | { readonly kind: 'docs'; readonly path: string }
  /** `path`: what follows `/_explorer`, undecoded. */
  | { readonly kind: 'explorer'; readonly path: string }
  | { readonly kind: 'health' }
  | { readonly kind: 'ready' }

/** `options` asks what may be done, not for content. */
export type Operation = 'read' | 'create' | 'update' | 'delete' | 'options'

export type RouteKind = Route['kind']
export type RouteOf<Kind extends RouteKind> = Extract<Route, { readonly kind: Kind }>

/** Paths that entries are read at. */
export type EntryRoute =
  | { readonly kind: 'list'; readonly type: ContentType }
  | { readonly kind: 'entry'; readonly type: ContentType; readonly documentId: string }
  | { readonly kind: 'single'; readonly type: ContentType }

/** Routes whose response is entries, read by one statement. */
export type ReadRoute = EntryRoute | RouteOf<'aggregate'>

/** Paths of a content type. */
export type ContentRoute = Extract<Route, { readonly type: ContentType }>

export function isReadRoute(route: Route): route is ReadRoute {
  return ['list', 'entry', 'single', 'aggregate'].includes(route.kind)
}

/** `documentId` is null for the document of a single type. */
interface VersionRoute {
  readonly kind: 'version'
  readonly type: ContentType
  readonly documentId: string | null
  readonly verb: VersionVerb
}

/** Operations on the versions of a document, by `POST …/actions/<verb>`. */
type VersionVerb = 'publish' | 'unpublish' | 'discard'

const VERBS: readonly VersionVerb[] = ['publish', 'unpublish', 'discard']

type ModelKind = 'contentTypes' | 'components'

/** Paths that every project has, under its prefix. */
const FIXED: ReadonlyMap<string, 'locales' | 'login' | 'me' | 'files'> = new Map([
  ['i18n/locales', 'locales'],
  ['auth/local', 'login'],
  ['users/me', 'me'],
  ['upload/files', 'files'],
])

export interface Routes {
  readonly prefix: string
  readonly collections: ReadonlyMap<string, ContentType>
  readonly singles: ReadonlyMap<string, ContentType>
  /** Whether there is a front page. */
  readonly front: boolean
  /** Whether the API describes itself. */
  readonly docs: boolean
  /** Whether there is an explorer. */
  readonly explorer: boolean
  /** Whether collections have `/actions/aggregate`. */
  readonly aggregates: boolean
  /** Whether they have `/actions/query`. */
  readonly queries: boolean
  /** Whether they, their entries and single types have `/actions/watch`. */
  readonly watch: boolean
  /** Whether there is `/_batch`. */
  readonly batch: boolean
  /** Whether they have `/actions/export`. */
  readonly exports: boolean
  /** Whether there is `/_mcp`. */
  readonly mcp: boolean
}

type RouteSettings = Pick<RestSettings, 'prefix' | 'docs' | 'explorer' | 'extensions'>

/** `front`: whether `/` is a page. */
export function routesOf(schema: Schema, settings: RouteSettings, front = false): Routes {
  const { prefix, docs, explorer, extensions } = settings
  const types = typesWithRoutes(schema)
  const named = (kind: ContentType['kind'], nameOf: (type: ContentType) => string) =>
    new Map(types.filter((type) => type.kind === kind).map((type) => [nameOf(type).toLowerCase(), type]))
  return {
    prefix: prefix.toLowerCase(),
    collections: named('collectionType', (type) => type.pluralName),
    singles: named('singleType', (type) => type.singularName),
    front,
    docs,
    explorer,
    aggregates: extensions.on.has('aggregates'),
    queries: extensions.on.has('query'),
    watch: extensions.on.has('watch'),
    batch: extensions.on.has('batch'),
    exports: extensions.on.has('export'),
    mcp: extensions.on.has('mcp'),
  }
}

const ASSETS = '/uploads/'
/** Unless a content type of the project has this name. */
const USERS = 'users'
const EXPLORER = '/_explorer'

export function matchRoute(path: string, routes: Routes): Route | null {
  const route = contentRoute(path, routes)
  if (route !== null || !path.startsWith(ASSETS)) return route
  return { kind: 'asset', path: path.slice(ASSETS.length) }
}

function contentRoute(path: string, routes: Routes): Route | null {
  const lower = path.toLowerCase()
  if (routes.front && path === '/') return { kind: 'front' }
  if (lower === '/_health') return { kind: 'health' }
  if (lower === '/_ready') return { kind: 'ready' }
  if (routes.batch && lower === '/_batch') return { kind: 'batch' }
  if (routes.mcp && lower === '/_mcp') return { kind: 'mcp' }
  if (routes.docs && lower === '/_openapi.json') return { kind: 'openapi' }
  if (routes.docs && /^\/_docs(?:\/|$)/.test(lower)) return { kind: 'docs', path: path.slice('/_docs'.length) }
  if (routes.explorer && isUnder(EXPLORER, path)) return { kind: 'explorer', path: path.slice(EXPLORER.length) }
  if (!lower.startsWith(`${routes.prefix}/`)) return null
  const rest = path.slice(routes.prefix.length + 1)
  const segments = (rest.endsWith('/') ? rest.slice(0, -1) : rest).split('/')
  const [first = '', second, third, fourth] = segments
  if (segments.includes('')) return null
  const name = first.toLowerCase()
  if (second === undefined)
    return routes.docs && name === 'openapi.json' ? { kind: 'openapi' } : namedRoute(name, routes)
  const fixed = segments.length === 2 ? FIXED.get(`${name}/${second.toLowerCase()}`) : undefined
  if (fixed !== undefined) return { kind: fixed }
  if (name === 'upload' && second.toLowerCase() === 'files' && third !== undefined && fourth === undefined) {
    return third.toLowerCase() === 'page' ? { kind: 'filesPage' } : { kind: 'file', id: third }
  }
  if (name === 'content-type-builder' && segments.length <= 3) return modelRoute(second.toLowerCase(), third)
  const single = routes.singles.get(name)
  const ofSingle =
    single !== undefined && segments.length === 3 && second === 'actions' ? singleAction(third, single, routes) : null
  if (ofSingle !== null) return ofSingle
  const type = routes.collections.get(name)
  if (type === undefined && name === USERS && segments.length === 2) return userRoute(second)
  const documentId = decode(second)
  if (type === undefined || documentId === null) return null
  if (segments.length === 2) return { kind: 'entry', type, documentId }
  if (segments.length === 3 && second === 'actions') return actionRoute(third, type, routes)
  if (segments.length === 4 && third === 'actions' && fourth === 'watch' && routes.watch) {
    return { kind: 'watch', type, of: { kind: 'entry', type, documentId } }
  }
  return segments.length === 4 && third === 'actions' ? versionRoute(fourth, type, documentId) : null
}

function userRoute(id: string): Route {
  return id.toLowerCase() === 'count' ? { kind: 'userCount' } : { kind: 'user', id }
}

function singleAction(name: string | undefined, type: ContentType, routes: Routes): Route | null {
  if (routes.watch && name === 'watch') return { kind: 'watch', type, of: { kind: 'single', type } }
  return versionRoute(name, type, null)
}

function versionRoute(name: string | undefined, type: ContentType, documentId: string | null): Route | null {
  const verb = VERBS.find((known) => known === name)
  return verb === undefined ? null : { kind: 'version', type, documentId, verb }
}

function actionRoute(name: string | undefined, type: ContentType, routes: Routes): Route | null {
  if (routes.aggregates && name === 'aggregate') return { kind: 'aggregate', type }
  if (routes.exports && name === 'export') return { kind: 'export', type }
  if (routes.queries && name === 'query') return { kind: 'query', type }
  return routes.watch && name === 'watch' ? { kind: 'watch', type, of: { kind: 'list', type } } : null
}

const MODELS: ReadonlyMap<string, ModelKind> = new Map([
  ['content-types', 'contentTypes'],
  ['components', 'components'],
])

function modelRoute(name: string, uid: string | undefined): Route | null {
  const of = MODELS.get(name)
  const decoded = uid === undefined ? null : decode(uid)
  return of === undefined || (uid !== undefined && decoded === null) ? null : { kind: 'models', of, uid: decoded }
}

function isUnder(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function namedRoute(name: string, routes: Routes): Route | null {
  const collection = routes.collections.get(name)
  if (collection !== undefined) return { kind: 'list', type: collection }
  const single = routes.singles.get(name)
  if (single !== undefined) return { kind: 'single', type: single }
  if (name === USERS) return { kind: 'users' }
  return name === 'upload' ? { kind: 'upload' } : null
}

/** Null for what no document id can be: broken percent-encoding, or a NUL, which not every database takes. */
function decode(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
