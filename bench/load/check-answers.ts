import { isDeepStrictEqual } from 'node:util'
import type { Server } from '../peers/start-server.ts'
import { fixtureProject } from '../project-root.ts'
import type { BenchQuery } from '../queries.ts'
import { comparable } from './comparable.ts'
import { componentAttributes } from './component-attributes.ts'
import { firstDifference } from './first-difference.ts'

export type Answer = { readonly rows: number; readonly total: number; readonly bytes: number }

type Body = { readonly data: readonly unknown[]; readonly meta: { readonly pagination: { readonly total: number } } }

const components = componentAttributes(fixtureProject)

const fetchBody = async (
  server: Server,
  query: BenchQuery,
): Promise<{ readonly body: Body; readonly bytes: number }> => {
  const response = await fetch(server.origin + query.path, { signal: AbortSignal.timeout(120_000) })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${server.name} answered ${query.name} with ${response.status}: ${text.slice(0, 300)}`)
  return { body: comparable(text, components) as Body, bytes: Buffer.byteLength(text) }
}

/** One request to each before anything is measured: it must succeed, find entries, and all must say the same. */
export const checkAnswers = async (query: BenchQuery, [first, ...others]: readonly Server[]): Promise<Answer> => {
  if (first === undefined) throw new Error(`There is no server for ${query.name}.`)
  const { body, bytes } = await fetchBody(first, query)
  if (body.data.length === 0) throw new Error(`${query.name} finds no entries: it would measure nothing.`)
  for (const other of others) {
    const { body: theirs } = await fetchBody(other, query)
    if (isDeepStrictEqual(theirs, body)) continue
    const where = firstDifference(body, theirs)
    throw new Error(`${first.name} and ${other.name} give different answers to ${query.name}, ${query.path}: ${where}`)
  }
  return { rows: body.data.length, total: body.meta.pagination.total, bytes }
}
