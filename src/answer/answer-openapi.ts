/** The OpenAPI description of the API as this caller may use it. */

import type { Caller } from '../access/caller.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { hasVersion } from '../request/conditions.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { etagOf, respondUnchanged } from '../respond/caching.ts'
import { respondJson } from '../respond/respond.ts'
import type { App } from './app.ts'
import { describeApp, ownServers } from './describe-app.ts'
import type { RequestContext } from './request-context.ts'

export async function answerOpenApi({ request, caller, app }: RequestContext): Promise<HttpResponse> {
  const text = await app.docs.text(caller, () => describeOwn(app, caller))
  const etag = etagOf(text, '')
  // The response depends on the caller, so shared caches must not store it.
  const sent = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' }
  return hasVersion(request.headers, etag) ? respondUnchanged({ headers: sent }) : respondJson(text, sent)
}

/** Links to the explorer if it is enabled. */
function describeOwn(app: App, caller: Caller): OpenApiDocument {
  const described = describeApp(app, caller, ownServers(app.settings))
  return app.settings.rest.explorer ? { ...described, externalDocs: EXPLORER } : described
}

/** The URL is relative to that of the description. */
const EXPLORER = { url: '_explorer/', description: 'Explorer: build a query by clicking' }
