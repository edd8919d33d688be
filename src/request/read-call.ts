/** HTTP request → what is called, by which method. */

import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from './http-request.ts'
import { type ModelKind, matchRoute, type Route, type Routes } from './routes.ts'

export interface Call {
  readonly route: Route
  readonly operation: Operation
  /** The permission the caller needs; null where everybody may. */
  readonly action: string | null
  /** The query string, undecoded, without the question mark. */
  readonly query: string
  /** Methods that work on this path, for `Allow`. */
  readonly allow: string
}

/** `options` asks what may be done, not for content. */
export type Operation = 'read' | 'create' | 'update' | 'delete' | 'options'

/** `writable`: whether the database may be changed; otherwise only reading is offered. */
export function readCall(request: HttpRequest, routes: Routes, writable: boolean): Call {
  const mark = request.url.indexOf('?')
  const path = mark === -1 ? request.url : request.url.slice(0, mark)
  const route = matchRoute(path, routes)
  if (route === null) throw new ApiError('ROUTE_UNKNOWN')
  const { operations, allow } = (writable ? METHODS : METHODS_TO_READ)[route.kind]
  if (operations.size === 0) throw new ApiError('ROUTE_UNKNOWN')
  const operation = request.method === 'OPTIONS' ? 'options' : operations.get(request.method)
  if (operation === undefined) throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow } })
  const query = mark === -1 ? '' : request.url.slice(mark + 1)
  return { route, operation, action: actionOf(route, operation), query, allow }
}

const READS: readonly (readonly [string, Operation])[] = [
  ['HEAD', 'read'],
  ['GET', 'read'],
]

const WRITES: Record<Route['kind'], readonly (readonly [string, Operation])[]> = {
  list: [['POST', 'create']],
  entry: [
    ['PUT', 'update'],
    ['DELETE', 'delete'],
  ],
  single: [
    ['PUT', 'update'],
    ['DELETE', 'delete'],
  ],
  version: [['POST', 'update']],
  locales: [],
  login: [],
  me: [],
  upload: [['POST', 'create']],
  files: [],
  filesPage: [],
  file: [['DELETE', 'delete']],
  asset: [],
  models: [],
  front: [],
  openapi: [],
  docs: [],
  explorer: [],
  health: [],
  ready: [],
}

interface Methods {
  readonly operations: ReadonlyMap<string, Operation>
  readonly allow: string
}

function methodsOf(kind: Route['kind'], writable: boolean): ReadonlyMap<string, Operation> {
  // Changes nothing, for all that it is a POST.
  if (kind === 'login') return new Map([['POST', 'create']])
  const reads = kind === 'version' || kind === 'upload' ? [] : READS
  return new Map(writable ? [...reads, ...WRITES[kind]] : reads)
}

function methodsByKind(writable: boolean): Readonly<Record<Route['kind'], Methods>> {
  const entries = Object.keys(WRITES).map((kind) => {
    const operations = methodsOf(kind as Route['kind'], writable)
    return [kind, { operations, allow: [...operations.keys()].join(', ') }]
  })
  return Object.fromEntries(entries) as Record<Route['kind'], Methods>
}

const METHODS = methodsByKind(true)
const METHODS_TO_READ = methodsByKind(false)

function modelsAction(of: ModelKind, uid: string | null): string {
  const name = of === 'contentTypes' ? 'content-types.getContentType' : 'components.getComponent'
  return `plugin::content-type-builder.${name}${uid === null ? 's' : ''}`
}

const UPLOAD = 'plugin::upload.content-api'

function actionOf(route: Route, operation: Operation): string | null {
  if (route.kind === 'health' || route.kind === 'ready' || route.kind === 'asset') return null
  // Whoever asks is told what they may do, be it nothing.
  if (route.kind === 'openapi' || route.kind === 'docs') return null
  if (route.kind === 'explorer' || route.kind === 'front') return null
  if (route.kind === 'locales') return 'plugin::i18n.locales.listLocales'
  if (route.kind === 'login') return 'plugin::users-permissions.auth.callback'
  if (route.kind === 'me') return 'plugin::users-permissions.user.me'
  if (route.kind === 'upload') return `${UPLOAD}.upload`
  if (route.kind === 'files') return `${UPLOAD}.find`
  if (route.kind === 'filesPage') return `${UPLOAD}.findPage`
  if (route.kind === 'file') return operation === 'delete' ? `${UPLOAD}.destroy` : `${UPLOAD}.findOne`
  if (route.kind === 'models') return modelsAction(route.of, route.uid)
  if (operation !== 'read') return `${route.type.uid}.${operation}`
  return route.kind === 'entry' ? `${route.type.uid}.findOne` : `${route.type.uid}.find`
}
