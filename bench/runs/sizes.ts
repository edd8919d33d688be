import type { BenchDatabases } from '../database/bench-databases.ts'
import { checkAnswers } from '../load/check-answers.ts'
import { type Contestant, interleave, type Rounds } from '../load/interleave.ts'
import type { BenchOptions, State } from '../options.ts'
import { copiesFor, type PeerName, type Peers, startPeers } from '../peers/peers.ts'
import { type Keep, whileRunning } from '../peers/while-running.ts'
import { chosenQueries } from '../queries.ts'
import { addIndexes, expectIndexes } from './add-indexes.ts'

/** The server, and the amount of content. */
export type Sized = `${PeerName} ${number}`

export type SizesResult = {
  readonly state: State
  readonly scales: readonly number[]
  readonly queries: readonly { readonly name: string; readonly rounds: Rounds<Sized> }[]
}

const names = ['list', 'two-relations', 'deep-populate']

/** A hundredth, a tenth, and all. */
export const scalesUpTo = (scale: number): readonly number[] => [scale / 100, scale / 10, scale]

type BySize = ReadonlyMap<number, Peers>

const startAll = async (
  state: State,
  databases: BenchDatabases,
  options: BenchOptions,
  keep: Keep,
): Promise<BySize> => {
  const peers = new Map<number, Peers>()
  for (const scale of scalesUpTo(options.scale)) {
    const copies = await copiesFor(databases, scale, options, state)
    const indexes = state === 'indexed' ? await addIndexes(databases, copies, options) : []
    peers.set(scale, await startPeers(copies, scale, options, keep))
    await expectIndexes(databases, copies, indexes)
  }
  return peers
}

const contestantsFor = async (name: string, bySize: BySize): Promise<readonly Contestant<Sized>[]> => {
  const contestants: Contestant<Sized>[] = []
  for (const [scale, peers] of bySize)
    for (const query of chosenQueries(scale, [name])) {
      await checkAnswers(query, [...peers.values()])
      contestants.push(
        ...[...peers].map(([peer, { origin }]) => ({ key: `${peer} ${scale}` as const, urls: [origin + query.path] })),
      )
    }
  return contestants
}

/** All sizes are measured in turn, because they are compared with each other. */
const measureState = (state: State, databases: BenchDatabases, options: BenchOptions): Promise<SizesResult> =>
  whileRunning(async (keep) => {
    const bySize = await startAll(state, databases, options, keep)
    const queries: { name: string; rounds: Rounds<Sized> }[] = []
    for (const name of names) {
      console.log(`measuring ${name}, ${state}`)
      queries.push({ name, rounds: await interleave(await contestantsFor(name, bySize), options) })
    }
    return { state, scales: [...bySize.keys()], queries }
  })

export const measureSizes = async (
  databases: BenchDatabases,
  options: BenchOptions,
): Promise<readonly SizesResult[]> => {
  const states: SizesResult[] = []
  for (const state of options.states) states.push(await measureState(state, databases, options))
  return states
}
