/** The description of the API, for whoever asks: nobody is told of what they may not use. */

import { createHash } from 'node:crypto'
import type { Caller } from './access/caller.ts'
import type { App } from './app.ts'
import { describeApp, ownServers } from './describe-app.ts'
import type { HttpRequest, HttpResponse } from './request/http-request.ts'
import { respondJson } from './respond/respond.ts'

export async function answerOpenApi({ headers }: HttpRequest, caller: Caller, app: App): Promise<HttpResponse> {
  const text = await app.docs.text(caller, () => describeApp(app, caller, ownServers(app.settings)))
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  // Another caller gets another answer at the same address.
  const sent = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' }
  if (headers['if-none-match'] === etag) return { status: 304, headers: sent, body: '' }
  return respondJson(text, sent)
}
