import { type Answer, checkAnswers } from '../load/check-answers.ts'
import { type Contestant, interleave, type LoadOptions, type Rounds } from '../load/interleave.ts'
import { handWrittenFor } from '../peers/hand-written/hand-written.ts'
import type { PeerName, Peers } from '../peers/peers.ts'
import type { Server } from '../peers/start-server.ts'
import type { BenchQuery } from '../queries.ts'

export type QueryResult = {
  readonly query: BenchQuery
  readonly answer: Answer
  readonly rounds: Rounds<PeerName>
}

/** Those that can answer it: not for every query was SQL written by hand. */
export const peersFor = (query: BenchQuery, peers: Peers): readonly (readonly [PeerName, Server])[] =>
  [...peers].filter(
    ([name]) => name !== 'handWritten' || handWrittenFor('sqlite', 1).some((one) => one.query === query.name),
  )

export const measureQuery = async (query: BenchQuery, peers: Peers, load: LoadOptions): Promise<QueryResult> => {
  const able = peersFor(query, peers)
  const answer = await checkAnswers(
    query,
    able.map(([, server]) => server),
  )
  const contestants: readonly Contestant<PeerName>[] = able.map(([key, { origin }]) => ({
    key,
    url: origin + query.path,
  }))
  return { query, answer, rounds: await interleave(contestants, load) }
}
