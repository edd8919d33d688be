import type { Measurement } from '../load/load.ts'
import type { PeerName } from '../peers/peers.ts'
import { peerTitles } from '../peers/peers.ts'
import type { BeyondResult, BeyondState } from '../runs/beyond.ts'
import { type QueryFigures, queryFigures, type StateFigures } from './compare-report.ts'
import { ratioOf, type Spread, summarize } from './spread.ts'
import { digits, spreadCell, textTable } from './text-table.ts'
import { stateTitles } from './titles.ts'

/** Queries of Lectern that are compared with each other. */
const pairs = [
  ['cursor-far', 'cursor-first'],
  ['cursor-far', 'offset-far'],
  ['total-capped', 'total-exact'],
  ['word-rare', 'word-rare-inside'],
  ['word-common', 'word-common-inside'],
] as const

const peersIn = (results: readonly BeyondResult[]): readonly PeerName[] => [
  ...new Set(results.flatMap(({ rounds }) => [...rounds.keys()])),
]

const requestsOf = ({ checked }: BeyondResult): number => checked.urls.get('strapi')?.length ?? 0

const rateCell = (rounds: readonly Measurement[] | undefined): string =>
  rounds === undefined ? '' : digits(summarize(rounds).requestsPerSecond.median)

const rateTable = (results: readonly BeyondResult[]): string => {
  const peers = peersIn(results)
  const others = peers.filter((peer) => peer === 'handWritten' || peer === 'strapi')
  const head = ['results/s', 'rows', 'bytes', ...peers.map((peer) => peerTitles[peer])]
  const quotients = others.map((other) => `Lectern ÷ ${peerTitles[other]}`)
  const lines = results.map((result) => [
    ...[result.query.name, String(result.checked.rows), String(result.checked.bytes)],
    ...peers.map((peer) => rateCell(result.rounds.get(peer))),
    ...others.map((other) => spreadCell(ratioOf(result.rounds.get('lectern'), result.rounds.get(other)))),
    ...(peers.includes('strapi') ? [String(requestsOf(result) || '')] : []),
  ])
  const requests = peers.includes('strapi') ? ['requests to Strapi'] : []
  return textTable([[...head, ...quotients, ...requests], ...lines])
}

type Pair = { readonly name: string; readonly ratio: Spread }

const pairsIn = (results: readonly BeyondResult[]): readonly Pair[] =>
  pairs.flatMap(([one, other]) => {
    const roundsOf = (name: string) => results.find(({ query }) => query.name === name)?.rounds.get('lectern')
    const ratio = ratioOf(roundsOf(one), roundsOf(other))
    return ratio === undefined ? [] : [{ name: `${one} ÷ ${other}`, ratio }]
  })

const pairTable = (results: readonly BeyondResult[]): string =>
  textTable([["Lectern's results/s", ''], ...pairsIn(results).map(({ name, ratio }) => [name, spreadCell(ratio)])])

export const beyondText = (states: readonly BeyondState[]): string =>
  states
    .map(({ state, results }) => `${stateTitles[state]}\n\n${rateTable(results)}\n\n${pairTable(results)}`)
    .join('\n\n')

type BeyondFigures = Omit<StateFigures, 'queries'> & {
  readonly queries: readonly (QueryFigures & { readonly strapiRequests: number })[]
  readonly pairs: Readonly<Record<string, Spread>>
}

export const beyondFigures = (states: readonly BeyondState[]): readonly BeyondFigures[] =>
  states.map(({ state, indexes, results }) => ({
    state,
    indexes: indexes.join(' '),
    queries: results.map((result) => {
      const { checked, rounds } = result
      const { name, path } = result.query
      const answer = { rows: checked.rows, bytes: checked.bytes }
      return { ...queryFigures({ query: { name, path }, answer, rounds }), strapiRequests: requestsOf(result) }
    }),
    pairs: Object.fromEntries(pairsIn(results).map(({ name, ratio }) => [name, ratio])),
  }))
