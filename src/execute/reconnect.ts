/** Reconnecting to a database that does not answer. */

import type { Statement } from '../sql/statement.ts'

/** The cheapest statement there is. */
export const PING: Statement = { text: 'select 1', values: [] }

/** How long to wait before each further attempt, in milliseconds: twice as long each time, up to a limit. */
export function* backoff(first = 200, most = 5_000): Generator<number, never> {
  for (let delay = first; ; delay = Math.min(delay * 2, most)) yield delay
}
