import { type PeerName, peerTitles } from '../peers/peers.ts'
import type { Disturbed, WritesResult } from '../runs/writes.ts'
import { ratioOf, spreadOf, summarize } from './spread.ts'
import { digits, spreadCell, textTable } from './text-table.ts'

const roundsOf = ({ rounds }: WritesResult['queries'][number], peer: PeerName) => ({
  quiet: rounds.get(`${peer} quiet` satisfies Disturbed) ?? [],
  writing: rounds.get(`${peer} writing` satisfies Disturbed) ?? [],
  drafting: rounds.get(`${peer} drafting` satisfies Disturbed) ?? [],
})

export const writesFigures = ({ queries, written }: WritesResult) =>
  [...written].map(([peer, { milliseconds }]) => ({
    peer,
    writes: { count: milliseconds.length, milliseconds: spreadOf(milliseconds) },
    queries: queries.map((query) => {
      const { quiet, writing, drafting } = roundsOf(query, peer)
      return {
        name: query.name,
        quiet: summarize(quiet),
        writing: summarize(writing),
        kept: ratioOf(writing, quiet),
        keptByDrafts: ratioOf(drafting, quiet),
      }
    }),
  }))

export const writesText = (result: WritesResult): string => {
  const figures = writesFigures(result)
  const lines = figures.flatMap(({ peer, queries }) =>
    queries.map(({ name, quiet, writing, kept, keptByDrafts }) => [
      name,
      peerTitles[peer],
      digits(quiet.requestsPerSecond.median),
      digits(writing.requestsPerSecond.median),
      spreadCell(kept),
      spreadCell(keptByDrafts),
      digits(writing.p99.median),
    ]),
  )
  const head = [
    'requests/s',
    'server',
    'quiet',
    'one write a second',
    'writing ÷ quiet',
    'drafts ÷ quiet',
    'p99 in ms, writing',
  ]
  const writes = figures.map(
    ({ peer, writes: { count, milliseconds } }) =>
      `${peerTitles[peer]}: ${count} writes, ${digits(milliseconds.median)} ms each (${digits(milliseconds.most)} at most)`,
  )
  return [textTable([head, ...lines]), '', ...writes].join('\n')
}
