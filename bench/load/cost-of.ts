import type { Server } from '../peers/start-server.ts'
import { databaseTime, processorTime } from './processor-time.ts'
import { sendRequests } from './send-requests.ts'

/** Milliseconds of one request: processor time of the server with its readers, that of PostgreSQL, and elapsed time. */
export type Cost = { readonly server: number; readonly database: number; readonly elapsed: number }

export type Sending = { readonly connections: number; readonly key?: string }

/** Sends a number of requests, each URL in turn. */
export const costOf = async (
  { child }: Server,
  urls: readonly string[],
  amount: number,
  { connections, key }: Sending,
): Promise<Cost> => {
  const id = child.pid ?? 0
  const before = { server: processorTime(id), database: databaseTime() }
  const { seconds } = await sendRequests(urls, connections, amount, key)
  return {
    server: (processorTime(id) - before.server) / amount,
    database: (databaseTime() - before.database) / amount,
    elapsed: (seconds * 1000) / amount,
  }
}

export const totalOf = ({ server, database }: Cost): number => server + database
