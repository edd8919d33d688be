import type { Statement } from '../sql/statement.ts'

/** The cheapest statement there is. */
export const PING: Statement = { text: 'select 1', values: [] }
