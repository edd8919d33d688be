import { type PeerName, peerTitles } from '../peers/peers.ts'
import type { Sized, SizesResult } from '../runs/sizes.ts'
import { ratioOf, type Spread, type Summary, summarize } from './spread.ts'
import { spreadCell, textTable } from './text-table.ts'
import { stateTitles } from './titles.ts'

type Query = SizesResult['queries'][number]

export type SizeFigures = {
  readonly query: string
  readonly peer: PeerName
  readonly bySize: Readonly<Record<string, Summary>>
  /** How many times as long a response takes as in the smallest database. */
  readonly growth: Readonly<Record<string, Spread>>
}

const peersOf = ({ rounds }: Query): readonly PeerName[] => [
  ...new Set([...rounds.keys()].map((key) => key.split(' ')[0] as PeerName)),
]

const figuresOf = (query: Query, peer: PeerName, scales: readonly number[]): SizeFigures => {
  const roundsAt = (scale: number) => query.rounds.get(`${peer} ${scale}` satisfies Sized) ?? []
  const [least = 1, ...larger] = scales
  return {
    query: query.name,
    peer,
    bySize: Object.fromEntries(scales.map((scale) => [scale, summarize(roundsAt(scale))])),
    growth: Object.fromEntries(
      larger.flatMap((scale) => {
        const ratio = ratioOf(roundsAt(least), roundsAt(scale))
        return ratio === undefined ? [] : [[`${scale / least}×`, ratio]]
      }),
    ),
  }
}

export const sizesFigures = (states: readonly SizesResult[]) =>
  states.map(({ state, scales, queries }) => ({
    state,
    sizes: queries.flatMap((query) => peersOf(query).map((peer) => figuresOf(query, peer, scales))),
  }))

const lineOf = ({ query, peer, bySize, growth }: SizeFigures): readonly string[] => [
  query,
  peerTitles[peer],
  ...Object.values(bySize).map(({ requestsPerSecond }) => (1000 / requestsPerSecond.median).toFixed(2)),
  ...Object.values(growth).map(spreadCell),
]

export const sizesText = (states: readonly SizesResult[]): string =>
  sizesFigures(states)
    .map(({ state, sizes }) => {
      const { bySize = {}, growth = {} } = sizes[0] ?? {}
      const times = Object.keys(bySize).map((scale) => `scale ${scale}`)
      const growths = Object.keys(growth).map((factor) => `at ${factor} the content`)
      const head = ['ms an answer', 'server', ...times, ...growths]
      return `${stateTitles[state]}\n\n${textTable([head, ...sizes.map(lineOf)])}`
    })
    .join('\n\n')
