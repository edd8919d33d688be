import { beyondGroups } from '../beyond/beyond-queries.ts'
import type { BeyondQuery, QueryGroup } from '../beyond/beyond-query.ts'
import { type Checked, checkResults } from '../beyond/check-results.ts'
import { findFarPosition, type TitledPage } from '../beyond/far-position.ts'
import { addLongList } from '../beyond/long-list.ts'
import { addRareWord } from '../beyond/search-queries.ts'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { fetchText } from '../load/check-answers.ts'
import { type Contestant, interleave, type Rounds } from '../load/interleave.ts'
import type { BenchOptions, State } from '../options.ts'
import { wordIndex } from '../peers/hand-written/beyond/found-words.ts'
import { type Copies, copiesFor, eachCopy, type PeerName, type Peers, startPeers } from '../peers/peers.ts'
import { whileRunning } from '../peers/while-running.ts'
import { addIndexes, expectIndexes } from './add-indexes.ts'

export type BeyondResult = {
  readonly query: BeyondQuery
  readonly checked: Checked
  readonly rounds: Rounds<PeerName>
}

export type BeyondState = {
  readonly state: State
  readonly indexes: readonly string[]
  readonly results: readonly BeyondResult[]
}

type Key = `${PeerName} ${string}`

const groupsFor = async (peers: Peers, state: State, { scale, only }: BenchOptions): Promise<readonly QueryGroup[]> => {
  const lectern = peers.get('lectern')
  if (lectern === undefined) throw new Error('Lectern is not among the servers.')
  const ask = async (path: string) => JSON.parse(await fetchText(lectern, { name: 'titles', path })) as TitledPage
  const groups = beyondGroups(scale, await findFarPosition(ask, scale))
  const isWanted = ({ name, searched }: BeyondQuery) =>
    (only.length === 0 || only.includes(name)) && (searched !== true || state === 'indexed')
  return groups.map((group) => group.filter(isWanted))
}

const contestantsOf = ({ name }: BeyondQuery, { urls }: Checked): readonly Contestant<Key>[] =>
  [...urls].map(([peer, list]) => ({ key: `${peer} ${name}`, urls: list }))

const measureGroup = async (
  group: QueryGroup,
  peers: Peers,
  options: BenchOptions,
): Promise<readonly BeyondResult[]> => {
  const checked = new Map<BeyondQuery, Checked>()
  for (const query of group) checked.set(query, await checkResults(query, peers))
  const contestants = [...checked].flatMap(([query, found]) => contestantsOf(query, found))
  const measured = await interleave(contestants, options)
  return [...checked].map(([query, found]) => ({
    query,
    checked: found,
    rounds: new Map([...found.urls.keys()].map((peer) => [peer, measured.get(`${peer} ${query.name}`) ?? []])),
  }))
}

const measureState = (
  state: State,
  databases: BenchDatabases,
  copies: Copies,
  options: BenchOptions,
): Promise<BeyondState> =>
  whileRunning(async (keep) => {
    const indexes = state === 'indexed' ? await addIndexes(databases, copies, options) : []
    if (state === 'indexed') await databases.execute(copies.handWritten, wordIndex(databases.kind))
    const peers = await startPeers(copies, options.scale, options, keep)
    await expectIndexes(databases, copies, indexes)
    const results: BeyondResult[] = []
    for (const group of await groupsFor(peers, state, options)) {
      if (group.length === 0) continue
      console.log(`measuring ${group.map(({ name }) => name).join(', ')}, ${state}`)
      results.push(...(await measureGroup(group, peers, options)))
    }
    return { state, indexes, results }
  })

/** Results that take several requests of Strapi, or all of its content. */
export const beyond = async (databases: BenchDatabases, options: BenchOptions): Promise<readonly BeyondState[]> => {
  const copies = await copiesFor(databases, options.scale, options, 'beyond')
  for (const copy of eachCopy(copies)) {
    await addLongList(databases, copy)
    await addRareWord(databases, copy)
  }
  const states: BeyondState[] = []
  for (const state of options.states) states.push(await measureState(state, databases, copies, options))
  return states
}
