import { isDeepStrictEqual } from 'node:util'
import type { Server } from '../peers/start-server.ts'
import { fixtureProject } from '../project-root.ts'
import type { BenchQuery } from '../queries.ts'
import { comparable } from './comparable.ts'
import { componentAttributes } from './component-attributes.ts'
import { firstDifference } from './first-difference.ts'

export type Answer = { readonly rows: number; readonly total?: number; readonly bytes: number }

export type Body = {
  readonly data: readonly unknown[]
  readonly meta: { readonly pagination: { readonly total: number } }
}

const components = componentAttributes(fixtureProject)

/** Normalized for comparison with the body of another server. */
export const comparableBody = (text: string): Body => comparable(text, components) as Body

export const fetchText = async (server: Server, query: BenchQuery): Promise<string> => {
  const response = await fetch(server.origin + query.path, { signal: AbortSignal.timeout(120_000) })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${server.name} answered ${query.name} with ${response.status}: ${text.slice(0, 300)}`)
  return text
}

export const expectEntries = ({ data }: Body, { name }: BenchQuery): void => {
  if (data.length === 0) throw new Error(`${name} finds no entries: it would measure nothing.`)
}

/** `theirs`: what `other` answered. */
export const expectSame = (body: Body, theirs: Body, other: Server, { name, path }: BenchQuery): void => {
  if (isDeepStrictEqual(theirs, body)) return
  const where = firstDifference(body, theirs)
  throw new Error(`${other.name} gives another answer to ${name}, ${path}: ${where}`)
}

/** One request to each server before anything is measured: it must succeed and find entries, and all responses must be equal. */
export const checkAnswers = async (query: BenchQuery, [first, ...others]: readonly Server[]): Promise<Answer> => {
  if (first === undefined) throw new Error(`There is no server for ${query.name}.`)
  const text = await fetchText(first, query)
  const body = comparableBody(text)
  expectEntries(body, query)
  for (const other of others) expectSame(body, comparableBody(await fetchText(other, query)), other, query)
  return { rows: body.data.length, total: body.meta.pagination.total, bytes: Buffer.byteLength(text) }
}
