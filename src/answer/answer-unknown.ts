/** An unknown path: the 404 lists the paths that the caller may use. */

import type { Caller } from '../access/caller.ts'
import { unknownPath } from '../access/unknown-path.ts'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { splitUrl } from '../request/read-call.ts'
import { type Extension, extensionHint } from '../vocabulary/extensions.ts'
import type { App } from './app.ts'

/**
 * In the `strapi` profile the error is the same as Strapi's. A caller who cannot be identified gets a 404 without a list.
 */
export async function unknownRoute(request: HttpRequest, app: App): Promise<ApiError> {
  if (nameUnder(app.settings.rest.prefix, request.url) === null) return new ApiError('ROUTE_UNKNOWN')
  try {
    return unknownTo(await app.identify(request.headers.authorization, await app.revisions.now()), request.url, app)
  } catch {
    return new ApiError('ROUTE_UNKNOWN')
  }
}

export function unknownTo(caller: Caller, url: string, app: Pick<App, 'settings' | 'schema'>): ApiError {
  const { prefix, profile, extensions } = app.settings.rest
  const name = profile === 'strapi' ? null : nameUnder(prefix, url)
  if (name === null) return new ApiError('ROUTE_UNKNOWN')
  const extension = ACTIONS.get(splitUrl(url).path.split('/actions/')[1])
  const hint = extension && extensionHint(extension, extensions)
  return unknownPath(name, prefix, { schema: app.schema, caller }, hint)
}

/** Extensions with a path of their own. */
const ACTIONS: ReadonlyMap<string | undefined, Extension> = new Map([
  ['aggregate', 'aggregates'],
  ['export', 'export'],
  ['watch', 'watch'],
])

/** The first segment after the prefix, empty where there is none; null for paths outside the prefix. */
export function nameUnder(prefix: string, url: string): string | null {
  const [path = ''] = url.split('?')
  const isUnder =
    path.toLowerCase() === prefix.toLowerCase() || path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)
  return isUnder ? (path.slice(prefix.length + 1).split('/')[0] ?? '') : null
}
