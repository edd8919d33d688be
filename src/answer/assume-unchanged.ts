/**
 * Most reads find the database unchanged since the last request. So they start with what is known of that state, including
 * permissions and locale, and the statement that reads the content returns the revision of its own snapshot, which shows whether
 * the state was the same: one statement instead of two. A response that is not confirmed in this way is dropped.
 */

import type { Moment } from '../cache/revisions.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import type { Call } from '../request/read-call.ts'
import { isReadRoute } from '../request/routes.ts'
import type { App } from './app.ts'
import { isRead } from './recall.ts'

/** Whether its response comes from one statement, and making it twice has no side effects. */
export function isPlainRead(request: HttpRequest, { route }: Call): boolean {
  return isRead(request) && isReadRoute(route)
}

/** Null where the response was not confirmed: errors, too, may come from outdated permissions. */
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
    // A statement that fails would fail again.
    if (confirming.isConfirmed() || confirming.hasFailed()) throw error
    return null
  }
}

/** The same app, whose statements report whether they have found the assumed state. */
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
