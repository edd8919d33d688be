/** HTTP request → its route and handler. */

import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { type Call, splitUrl } from '../request/read-call.ts'
import { matchRoute, type Operation, type Route, type RouteKind } from '../request/routes.ts'
import type { App } from './app.ts'
import { ENDPOINTS, type Endpoint, type Method } from './endpoints.ts'
import { BY_COMMAND } from './path-hints.ts'
import { isRead } from './recall.ts'

interface Offered {
  /** Includes `HEAD`, which is handled as `GET`; the HTTP server leaves the body out. */
  readonly methods: ReadonlyMap<string, Method<Route>>
  readonly allow: string
  action(route: Route, operation: Operation): string | null
}

interface Offering {
  readonly isWritable: boolean
  /** Whether queries may be in bodies. */
  readonly inBodies: boolean
}

function offered({ isWritable, inBodies }: Offering): ReadonlyMap<RouteKind, Offered> {
  const entries = Object.entries<Endpoint<Route>>(ENDPOINTS).map(([kind, { methods, action }]) => {
    const usable = Object.entries(methods).filter(
      ([, { needsWriter, inBody }]) => (isWritable || !needsWriter) && (inBodies || !inBody),
    )
    const withHead = usable.flatMap(([name, method]) =>
      (name === 'GET' ? ['HEAD', name] : [name]).map((each) => [each, method] as const),
    )
    const byName = new Map(withHead)
    return [kind as RouteKind, { methods: byName, allow: [...byName.keys()].join(', '), action }] as const
  })
  return new Map(entries)
}

const READABLE = {
  inUrls: offered({ isWritable: false, inBodies: false }),
  inBodies: offered({ isWritable: false, inBodies: true }),
}
const WRITABLE = {
  inUrls: offered({ isWritable: true, inBodies: false }),
  inBodies: offered({ isWritable: true, inBodies: true }),
}

export interface FoundEndpoint {
  readonly call: Call
  /** Null for `OPTIONS`, which lists the methods. */
  readonly handler: Method<Route>['handler'] | null
}

/** For methods and paths that exist only on a writable database. */
const READ_ONLY = { hint: 'The database was made by Strapi, and is only read here: send writes to Strapi' }

const PUT_INSTEAD = { hint: 'Use PUT: what the body leaves out stays as it is' }

/** For `POST /api/articles/2`. */
const PUT_OR_CREATE = { hint: 'To create an entry, use POST at the path of the list; to change this one, use PUT' }

const POST_INSTEAD = { hint: 'Use POST' }

const LIST_OF_FILES = { hint: 'Files are uploaded here, with POST, and listed at …/upload/files' }

const PLACE_OF_UPLOADS = { hint: 'Files are listed here. Upload them with POST …/upload' }

const ENTRY_IN_PATH = { hint: 'Name the entry in the path: …/<documentId>' }

/** Routes of users, which have no writes in Lectern. */
const USER_ROUTES: ReadonlySet<RouteKind> = new Set<RouteKind>(['users', 'user', 'userCount', 'me'])

/** In Strapi, a `GET` of these paths is a 404, while other methods are a 405. */
const WITHOUT_GET: ReadonlySet<RouteKind> = new Set<RouteKind>(['login', 'upload'])

/** A hint with the method to use instead. */
function otherMethod(method: string, route: RouteKind, taken: Offered['methods']): { readonly hint?: string } {
  if (USER_ROUTES.has(route)) return { hint: BY_COMMAND }
  if (taken.has('PUT') && method === 'POST' && route === 'entry') return PUT_OR_CREATE
  if (taken.has('PUT') && (method === 'PATCH' || method === 'POST')) return PUT_INSTEAD
  if (route === 'upload' && isRead({ method })) return LIST_OF_FILES
  if (route === 'files' && method === 'POST') return PLACE_OF_UPLOADS
  const isOfEntries = method === 'PUT' || method === 'PATCH' || method === 'DELETE'
  if (route === 'list' && taken.has('POST') && isOfEntries) return ENTRY_IN_PATH
  return taken.has('POST') && !taken.has('GET') ? POST_INSTEAD : {}
}

/** Null for an unknown path. */
export function findEndpoint(
  request: HttpRequest,
  { routes, writer, settings }: Pick<App, 'routes' | 'writer' | 'settings'>,
): FoundEndpoint | null {
  const { path, query } = splitUrl(request.url)
  const route = matchRoute(path, routes)
  const forms = routes.queries ? 'inBodies' : 'inUrls'
  const endpoint = route && (writer === null ? READABLE : WRITABLE)[forms].get(route.kind)
  if (!route || !endpoint) return null
  const isWrite = writer === null && (WRITABLE[forms].get(route.kind)?.methods.has(request.method) ?? false)
  if (endpoint.methods.size === 0) {
    if (isWrite) throw new ApiError('ROUTE_UNKNOWN', { details: READ_ONLY })
    return null
  }
  const { allow } = endpoint
  if (request.method === 'OPTIONS') {
    return { call: { route, operation: 'options', action: null, query, allow }, handler: null }
  }
  const method = endpoint.methods.get(request.method)
  if (method === undefined) {
    if (isRead(request) && WITHOUT_GET.has(route.kind) && settings.rest.profile === 'strapi') return null
    const isStrapis = writer === null && USER_ROUTES.has(route.kind)
    throw new ApiError('METHOD_NOT_ALLOWED', {
      headers: { allow },
      details: isWrite || isStrapis ? READ_ONLY : otherMethod(request.method, route.kind, endpoint.methods),
    })
  }
  const { operation, handler } = method
  return { call: { route, operation, action: endpoint.action(route, operation), query, allow }, handler }
}
