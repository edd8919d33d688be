/** Reconnects to a database that does not respond. */

import type { Statement } from '../sql/statement.ts'

/** The cheapest possible statement. */
export const PING: Statement = { text: 'select 1', values: [] }

/** Delays before further attempts, in milliseconds: doubled each time, up to a limit. */
export function* backoff(first = 200, most = 5_000): Generator<number, never> {
  for (let delay = first; ; delay = Math.min(delay * 2, most)) yield delay
}
