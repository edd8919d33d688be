/** Paths to show at startup: those that the front page suggests to a request without a token. */

import { findableTypes, nameInPath } from '../access/findable-types.ts'
import type { App } from '../answer/app.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { chooseRequests } from '../front/choose-requests.ts'
import type { HttpServer } from '../http/server.ts'

/** Lists to show where nothing better can be suggested. */
const MOST_LISTS = 3

export async function exampleUrls(app: App, server: Pick<HttpServer, 'inject'>): Promise<readonly string[]> {
  const caller = await publicCaller(app)
  if (caller === null) return []
  const { prefix } = app.settings.rest
  const view = { schema: app.schema, caller }
  const chosen = await chooseRequests(view, prefix, (url) => dataAt(url, server))
  if (chosen.length > 0) return chosen.map(({ url }) => url)
  return findableTypes(view)
    .slice(0, MOST_LISTS)
    .map((type) => `${prefix}/${nameInPath(type)}`)
}

/** Null where requests without a token are refused altogether. */
async function publicCaller(app: App) {
  try {
    return await app.identify(undefined, await app.revisions.now())
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Without the classes of `fetch`: loading them would take longer than the requests. */
async function dataAt(url: string, server: Pick<HttpServer, 'inject'>): Promise<unknown> {
  const response = await server.inject({ url })
  const body: unknown = response.statusCode === 200 ? JSON.parse(response.payload) : null
  return isRecord(body) ? body.data : null
}
