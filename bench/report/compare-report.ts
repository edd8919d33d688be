import type { LimitName } from '../limits/limits.ts'
import type { Measurement } from '../load/load.ts'
import type { State } from '../options.ts'
import { type PeerName, peerTitles } from '../peers/peers.ts'
import type { StateResult } from '../runs/compare.ts'
import type { QueryResult } from '../runs/measure-query.ts'
import { ratioOf, type Spread, type Summary, summarize } from './spread.ts'
import { digits, spreadCell, textTable } from './text-table.ts'
import { stateTitles } from './titles.ts'

/** The ratios of the report. */
const ratios = [
  ['lectern', 'handWritten'],
  ['lectern', 'strapi'],
  ['warm', 'strapi'],
] as const satisfies readonly (readonly [PeerName, PeerName])[]

const peersIn = (results: readonly QueryResult[]): readonly PeerName[] => [
  ...new Set(results.flatMap(({ rounds }) => [...rounds.keys()])),
]

const rate = (result: QueryResult, peer: PeerName): string => {
  const rounds = result.rounds.get(peer)
  return rounds === undefined ? '' : digits(summarize(rounds).requestsPerSecond.median)
}

const latency = (result: QueryResult, peer: PeerName): string => {
  const rounds = result.rounds.get(peer)
  if (rounds === undefined) return ''
  const { p50, p99 } = summarize(rounds)
  return `${digits(p50.median)} / ${digits(p99.median)}`
}

const rateTable = (results: readonly QueryResult[]): string => {
  const peers = peersIn(results)
  const pairs = ratios.filter((pair) => pair.every((peer) => peers.includes(peer)))
  const head = ['requests/s', 'rows', 'of', 'bytes', ...peers.map((peer) => peerTitles[peer])]
  const quotients = pairs.map(([one, other]) => `${peerTitles[one]} ÷ ${peerTitles[other]}`)
  const lines = results.map((result) => [
    ...[result.query.name, ...[result.answer.rows, result.answer.total, result.answer.bytes].map(String)],
    ...peers.map((peer) => rate(result, peer)),
    ...pairs.map(([one, other]) => spreadCell(ratioOf(result.rounds.get(one), result.rounds.get(other)))),
  ])
  return textTable([[...head, ...quotients], ...lines])
}

const latencyTable = (results: readonly QueryResult[]): string => {
  const peers = peersIn(results)
  const lines = results.map((result) => [result.query.name, ...peers.map((peer) => latency(result, peer))])
  return textTable([['p50 / p99 in ms', ...peers.map((peer) => peerTitles[peer])], ...lines])
}

/** Physical limits of the same run, and what part of each Lectern reaches. */
const limitTable = (results: readonly QueryResult[]): string => {
  const head = ['requests/s', 'node:http alone', 'the statement alone', 'Lectern ÷ node:http', 'Lectern ÷ statement']
  const lines = results.map(({ query, rounds, limits }) => {
    const medianOf = (measured: readonly Measurement[]): number => summarize(measured).requestsPerSecond.median
    const own = medianOf(rounds.get('lectern') ?? [])
    const most = [limits?.nodeHttp, limits?.databaseAlone].map((measured) => medianOf(measured ?? []))
    return [query.name, ...most.map(digits), ...most.map((limit) => digits(own / limit))]
  })
  return textTable([head, ...lines])
}

export const compareText = (states: readonly StateResult[]): string =>
  states
    .map(({ state, results }) =>
      [stateTitles[state], rateTable(results), latencyTable(results), limitTable(results)].join('\n\n'),
    )
    .join('\n\n')

export type QueryFigures = {
  readonly name: string
  readonly path: string
  readonly answer: QueryResult['answer']
  readonly peers: Readonly<Partial<Record<PeerName, Summary>>>
  readonly ratios: Readonly<Record<string, Spread>>
  readonly limits?: Readonly<Record<LimitName, Summary>>
}

export type StateFigures = {
  readonly state: State
  /** As one line of text. */
  readonly indexes: string
  readonly queries: readonly QueryFigures[]
}

export const queryFigures = ({ query, answer, rounds, limits }: QueryResult): QueryFigures => ({
  ...query,
  answer,
  peers: Object.fromEntries([...rounds].map(([peer, measured]) => [peer, summarize(measured)])),
  ratios: Object.fromEntries(
    ratios.flatMap(([one, other]) => {
      const ratio = ratioOf(rounds.get(one), rounds.get(other))
      return ratio === undefined ? [] : [[`${one}/${other}`, ratio]]
    }),
  ),
  ...(limits === undefined
    ? {}
    : { limits: { nodeHttp: summarize(limits.nodeHttp), databaseAlone: summarize(limits.databaseAlone) } }),
})

export const compareFigures = (states: readonly StateResult[]): readonly StateFigures[] =>
  states.map(({ state, indexes, results }) => ({
    state,
    indexes: indexes.join(' '),
    queries: results.map(queryFigures),
  }))
