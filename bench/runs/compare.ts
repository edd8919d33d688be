import type { BenchDatabases } from '../database/bench-databases.ts'
import { startLimits } from '../limits/limits.ts'
import type { BenchOptions, State } from '../options.ts'
import { type Copies, copiesFor, startPeers } from '../peers/peers.ts'
import { whileRunning } from '../peers/while-running.ts'
import { chosenQueries } from '../queries.ts'
import { addIndexes, expectIndexes } from './add-indexes.ts'
import { measureQuery, type QueryResult } from './measure-query.ts'

export type StateResult = {
  readonly state: State
  /** Names of the indexes that were added to the database as it is. */
  readonly indexes: readonly string[]
  readonly results: readonly QueryResult[]
}

const measureState = (
  state: State,
  databases: BenchDatabases,
  copies: Copies,
  options: BenchOptions,
): Promise<StateResult> =>
  whileRunning(async (keep) => {
    const indexes = state === 'indexed' ? await addIndexes(databases, copies, options) : []
    const peers = await startPeers(copies, options.scale, options, keep)
    await expectIndexes(databases, copies, indexes)
    const lectern = peers.get('lectern')
    if (lectern === undefined) throw new Error('Lectern is not among the servers.')
    const limited = await startLimits(lectern, copies.lectern, keep)
    const results: QueryResult[] = []
    for (const query of chosenQueries(options.scale, options.only)) {
      console.log(`measuring ${query.name}, ${state}`)
      results.push(await measureQuery(query, peers, limited, options))
    }
    return { state, indexes, results }
  })

/** All servers and queries, with each requested state. */
export const compare = async (databases: BenchDatabases, options: BenchOptions): Promise<readonly StateResult[]> => {
  const copies = await copiesFor(databases, options.scale, options, 'compare')
  const states: StateResult[] = []
  for (const state of options.states) states.push(await measureState(state, databases, copies, options))
  return states
}
