import { type Body, comparableBody, expectEntries, expectSame, fetchText } from '../load/check-answers.ts'
import { beyondPath } from '../peers/hand-written/written.ts'
import type { PeerName, Peers } from '../peers/peers.ts'
import type { Server } from '../peers/start-server.ts'
import type { BeyondQuery } from './beyond-query.ts'
import type { Ask, Body as PlainBody, PlainClient } from './plain-requests.ts'

export type Checked = {
  readonly rows: number
  readonly bytes: number
  /** The requests to each server for one result. */
  readonly urls: ReadonlyMap<PeerName, readonly string[]>
}

/** Cursors differ between servers; only their presence is compared. */
export const withoutCursors = (text: string): Body =>
  comparableBody(text.replaceAll(/"(next|previous)":"[^"]+"/g, '"$1":"a cursor"'))

type Result = { readonly body: Body; readonly bytes: number; readonly urls: readonly string[] }

const askOnce = async (server: Server, name: string, path: string): Promise<Result> => {
  const text = await fetchText(server, { name, path })
  return { body: withoutCursors(text), bytes: Buffer.byteLength(text), urls: [server.origin + path] }
}

const askPlainly = async (server: Server, name: string, plain: PlainClient): Promise<Result> => {
  const urls: string[] = []
  const ask: Ask = async (path) => {
    urls.push(server.origin + path)
    return JSON.parse(await fetchText(server, { name, path })) as PlainBody
  }
  const text = JSON.stringify(await plain(ask))
  return { body: withoutCursors(text), bytes: Buffer.byteLength(text), urls }
}

/** Null where it has no such result. */
const askFor = async ({ name, path, plain }: BeyondQuery, peer: PeerName, server: Server): Promise<Result | null> => {
  if (peer === 'strapi') return plain === null ? null : askPlainly(server, name, plain)
  return askOnce(server, name, peer === 'handWritten' ? beyondPath(name) : path)
}

const expectSamePlainly = async (query: BeyondQuery, { body }: Result, server: Server): Promise<void> => {
  if (query.same === undefined) return
  const plainly = await askOnce(server, query.name, query.same)
  expectSame(body, plainly.body, server, { name: query.name, path: query.same })
}

/** One result of each server before anything is measured: it must have entries, and all must be equal. */
export const checkResults = async (query: BeyondQuery, peers: Peers): Promise<Checked> => {
  const urls = new Map<PeerName, readonly string[]>()
  let first: Result | undefined
  for (const [peer, server] of peers) {
    const result = await askFor(query, peer, server)
    if (result === null) continue
    first ??= result
    if (peer === 'lectern') await expectSamePlainly(query, result, server)
    expectEntries(result.body, query)
    expectSame(first.body, result.body, server, query)
    urls.set(peer, result.urls)
  }
  return { rows: first?.body.data.length ?? 0, bytes: first?.bytes ?? 0, urls }
}
