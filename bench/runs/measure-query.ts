import { type Limited, type Limits, measureLimits } from '../limits/limits.ts'
import { type Answer, checkAnswers } from '../load/check-answers.ts'
import { type Contestant, interleave, type LoadOptions, type Rounds } from '../load/interleave.ts'
import type { PeerName, Peers } from '../peers/peers.ts'
import type { BenchQuery } from '../queries.ts'

export type QueryResult = {
  readonly query: BenchQuery
  readonly answer: Answer
  readonly rounds: Rounds<PeerName>
  /** Set if they were measured. */
  readonly limits?: Limits
}

export const measureQuery = async (
  query: BenchQuery,
  peers: Peers,
  limited: Limited,
  load: LoadOptions,
): Promise<QueryResult> => {
  const answer = await checkAnswers(query, [...peers.values()])
  const contestants: readonly Contestant<PeerName>[] = [...peers].map(([key, { origin }]) => ({
    key,
    urls: [origin + query.path],
  }))
  const rounds = await interleave(contestants, load)
  return { query, answer, rounds, limits: await measureLimits(query, limited, load) }
}
