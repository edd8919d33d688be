/** Paths to show at startup: those that the front page suggests to a request without a token. */

import { findableTypes, nameInPath } from '../access/findable-types.ts'
import type { App } from '../answer/app.ts'
import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'
import { chooseRequests } from '../front/choose-requests.ts'
import type { Lectern } from './lectern.ts'

/** Lists to show where nothing better can be suggested. */
const MOST_LISTS = 3

export async function exampleUrls(app: App, fetch: Lectern['fetch']): Promise<readonly string[]> {
  const caller = await publicCaller(app)
  if (caller === null) return []
  const { prefix } = app.settings.rest
  const view = { schema: app.schema, caller }
  const chosen = await chooseRequests(view, prefix, (url) => dataAt(url, fetch))
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

async function dataAt(url: string, fetch: Lectern['fetch']): Promise<unknown> {
  const response = await fetch(url)
  const body: unknown = response.status === 200 ? await response.json() : null
  return isRecord(body) ? body.data : null
}
