/** An unknown path: the 404 lists the paths that the caller may use. */

import type { Caller } from '../access/caller.ts'
import { unknownPath } from '../access/unknown-path.ts'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { splitUrl } from '../request/read-call.ts'
import type { App } from './app.ts'
import { hintForAction, hintForPage, hintForPlugin, hintForUsers, hintOutside, isUsersPath } from './path-hints.ts'
import { hintForShape } from './path-shape-hints.ts'

/**
 * In the `strapi` profile the error equals Strapi's, except for paths that only Strapi has: then a hint says why they
 * do not exist here. A caller who cannot be identified gets a 404 without a list, or a 401 where Strapi sends one.
 */
export async function unknownRoute(request: HttpRequest, app: App): Promise<ApiError> {
  if (nameUnder(app.settings.rest.prefix, request.url) === null) return unknownOutside(request.url, app)
  try {
    return unknownTo(await app.identify(request.headers.authorization, await app.revisions.now()), request.url, app)
  } catch (error) {
    // Clients check their token with paths such as `/users/me`, which must stay a 401.
    const isAsInStrapi = isUsersPath(splitUrl(request.url).path, app.settings.rest)
    return isAsInStrapi && error instanceof ApiError ? error : new ApiError('ROUTE_UNKNOWN')
  }
}

function unknownOutside(url: string, { settings }: Pick<App, 'settings'>): ApiError {
  const { path } = splitUrl(url)
  const hint = (path.startsWith('//') ? hintForShape(path, settings.rest) : undefined) ?? hintOutside(path, settings)
  return new ApiError('ROUTE_UNKNOWN', hint === undefined ? {} : { details: { hint } })
}

export function unknownTo(caller: Caller, url: string, app: Pick<App, 'settings' | 'schema' | 'writer'>): ApiError {
  const { rest } = app.settings
  const name = nameUnder(rest.prefix, url)
  if (name === null) return unknownOutside(url, app)
  const { path } = splitUrl(url)
  const hint =
    hintForUsers(path, rest, app.writer !== null) ?? hintForPlugin(name, app.settings) ?? hintForPage(name, rest)
  if (hint !== undefined) return new ApiError('ROUTE_UNKNOWN', { details: { hint } })
  if (rest.profile === 'strapi') return new ApiError('ROUTE_UNKNOWN')
  const view = { schema: app.schema, caller }
  return unknownPath(name, rest.prefix, view, {
    ofShape: hintForShape(path, rest),
    ofAction: hintForAction(path, rest),
  })
}

/** The first segment after the prefix, or an empty text; null for paths outside the prefix. */
export function nameUnder(prefix: string, url: string): string | null {
  const [path = ''] = url.split('?')
  const isUnder =
    path.toLowerCase() === prefix.toLowerCase() || path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)
  return isUnder ? (path.slice(prefix.length + 1).split('/')[0] ?? '') : null
}
