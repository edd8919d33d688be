import type { Statement } from '../sql/statement.ts'

/** The least that a database can be asked. */
export const PING: Statement = { text: 'select 1', values: [] }
