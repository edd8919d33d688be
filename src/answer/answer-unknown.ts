/** A path that leads nowhere: the caller is told which paths there are for them. */

import { unknownPath } from '../access/unknown-path.ts'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'
import type { App } from './app.ts'

/**
 * The error to answer with, in place of one that `readCall` threw. In the `strapi` profile it stays as Strapi has it.
 * A caller who cannot be identified is told no more than that there is no such path.
 */
export async function explainUnknown(error: unknown, request: HttpRequest, app: App): Promise<unknown> {
  const { prefix, profile } = app.settings.rest
  if (!(error instanceof ApiError) || error.code !== 'ROUTE_UNKNOWN' || profile === 'strapi') return error
  const name = nameUnder(prefix, request.url)
  if (name === null) return error
  try {
    const caller = await app.identify(request.headers.authorization, await app.revisions.now())
    return unknownPath(name, prefix, { schema: app.schema, caller })
  } catch {
    return error
  }
}

/** The first segment after the prefix, empty where there is none; null for paths outside the prefix. */
function nameUnder(prefix: string, url: string): string | null {
  const [path = ''] = url.split('?')
  const isUnder =
    path.toLowerCase() === prefix.toLowerCase() || path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)
  return isUnder ? (path.slice(prefix.length + 1).split('/')[0] ?? '') : null
}
