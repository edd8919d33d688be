import type { DatabaseSettings } from '../../src/config/settings.ts'

/** For a server in tests: low limits, so that requests that wait give up soon. */
export const settingsFor = (connection: string, connections = 5): DatabaseSettings => ({
  client: 'postgres',
  connection,
  pool: { min: 0, max: connections, queue: 100, acquireTimeout: 2_000 },
  statementTimeout: 10_000,
  timeZone: 'UTC',
  answerSize: 100_000,
  populatedRows: 100_000,
  replicas: [],
})
