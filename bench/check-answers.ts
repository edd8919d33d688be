import { isDeepStrictEqual } from 'node:util'
import type { Server } from './children.ts'
import type { BenchQuery } from './queries.ts'

export type Answer = { readonly rows: number; readonly total: number; readonly bytes: number }

type Body = { readonly data: readonly unknown[]; readonly meta: { readonly pagination: { readonly total: number } } }

const fetchBody = async (
  server: Server,
  query: BenchQuery,
): Promise<{ readonly body: Body; readonly bytes: number }> => {
  const response = await fetch(server.origin + query.path, { signal: AbortSignal.timeout(60_000) })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${server.name} answered ${query.name} with ${response.status}: ${text.slice(0, 300)}`)
  return { body: JSON.parse(text) as Body, bytes: Buffer.byteLength(text) }
}

/** One request for each query before anything is measured: it must succeed, find entries, and agree with its peer. */
export const checkAnswer = async (query: BenchQuery, lectern: Server, peer: Server | undefined): Promise<Answer> => {
  const { body, bytes } = await fetchBody(lectern, query)
  if (body.data.length === 0) throw new Error(`${query.name} finds no entries: it would measure nothing.`)
  if (peer !== undefined && !isDeepStrictEqual((await fetchBody(peer, query)).body, body))
    throw new Error(`${lectern.name} and ${peer.name} give different answers to ${query.name}: ${query.path}`)
  return { rows: body.data.length, total: body.meta.pagination.total, bytes }
}
