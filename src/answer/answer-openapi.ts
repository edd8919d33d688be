/** The OpenAPI description of what this caller may use. */

import type { Caller } from '../access/caller.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { HttpResponse } from '../request/http-request.ts'
import { etagOf, respondUnchanged } from '../respond/caching.ts'
import { respondJson } from '../respond/respond.ts'
import type { App } from './app.ts'
import { describeApp, ownServers } from './describe-app.ts'
import type { RequestContext } from './request-context.ts'

export async function answerOpenApi({ request, caller, app }: RequestContext): Promise<HttpResponse> {
  const text = await app.docs.text(caller, () => describeOwn(app, caller))
  const etag = etagOf(text, '')
  // The response depends on the caller.
  const sent = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization, Accept-Encoding' }
  return request.headers['if-none-match'] === etag ? respondUnchanged({ headers: sent }) : respondJson(text, sent)
}

/** With a link to the explorer, where there is one. */
function describeOwn(app: App, caller: Caller): OpenApiDocument {
  const described = describeApp(app, caller, ownServers(app.settings))
  return app.settings.rest.explorer ? { ...described, externalDocs: EXPLORER } : described
}

/** Relative to the description. */
const EXPLORER = { url: '_explorer/', description: 'Explorer: build a query by clicking' }
