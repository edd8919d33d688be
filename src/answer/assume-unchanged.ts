/**
 * Most reads find the database unchanged since the last request. So a read starts with the permissions and the locale
 * of that state, and its statement also returns the revision of the snapshot that it read. If that is the assumed one,
 * one statement was enough instead of two. Otherwise the response is dropped and made again.
 */

import type { Moment } from '../cache/revisions.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import type { Call } from '../request/read-call.ts'
import { isReadRoute } from '../request/routes.ts'
import type { App } from './app.ts'
import { isRead } from './recall.ts'

/** Whether the response comes from one statement, so that making it twice has no side effects. */
export function isPlainRead(request: HttpRequest, { route }: Call): boolean {
  return isRead(request) && isReadRoute(route)
}

/** Null if the database has changed: the response may be based on outdated permissions, and so may an error. */
export async function answerAssuming(
  assumed: Moment,
  app: App,
  answerAt: (at: Moment, app: App) => Promise<HttpResponse>,
): Promise<HttpResponse | null> {
  const confirming = confirm(assumed, app)
  try {
    const response = await answerAt(assumed, confirming.app)
    return confirming.isConfirmed() ? response : null
  } catch (error) {
    // The statement itself failed; another attempt would fail, too.
    if (confirming.isConfirmed() || confirming.hasFailed()) throw error
    return null
  }
}

/** The same app, but its statements record whether they found the assumed state. */
function confirm(assumed: Moment, app: App) {
  const found = { same: 0, other: 0, failed: 0 }
  const { database } = app
  const read: App['database']['read'] = async (statement, demand) => {
    try {
      const rows = await database.read(statement, demand)
      found[assumed.covers(rows.revision) ? 'same' : 'other'] += 1
      return rows
    } catch (error) {
      found.failed += 1
      throw error
    }
  }
  const run: App['database']['run'] = async (statement, demand) => (await read(statement, demand)).rows
  return {
    app: { ...app, database: { ...database, read, run } },
    isConfirmed: () => found.same > 0 && found.other === 0,
    hasFailed: () => found.failed > 0,
  }
}
