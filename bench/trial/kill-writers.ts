import type { Server } from '../peers/start-server.ts'

/** What a client knows about a document: the last acknowledged name, and the one requested since. */
export type Known = { acknowledged: string | null; asked: string | null }

export type Writing = {
  /** By documentId. */
  readonly known: Map<string, Known>
  acknowledged: number
}

export const parts = 3
export const tags = ['tag-a', 'tag-b']

const bodyOf = (name: string) => ({
  name,
  parts: Array.from({ length: parts }, () => ({ text: name })),
  cover: 1,
  tags,
})

const timeLimit = 30_000

export const ask = async (server: Server, method: string, path: string, data?: object): Promise<unknown> => {
  const response = await fetch(server.origin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    signal: AbortSignal.timeout(timeLimit),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`)
  return text === '' ? null : (JSON.parse(text) as { data: unknown }).data
}

/** Makes a document, changes it twice, deletes every other one, until the server is gone. */
const writeOn = async (server: Server, writer: string, writing: Writing): Promise<void> => {
  for (let count = 0; ; count += 1) {
    const name = `${writer}-${count}`
    const { documentId } = (await ask(server, 'POST', '/api/boxs', bodyOf(name))) as { documentId: string }
    const facts: Known = { acknowledged: name, asked: name }
    writing.known.set(documentId, facts)
    writing.acknowledged += 1
    const change = async (asked: string | null, request: () => Promise<unknown>): Promise<void> => {
      facts.asked = asked
      await request()
      facts.acknowledged = asked
      writing.acknowledged += 1
    }
    for (const to of [`${name} changed`, `${name} changed again`]) {
      await change(to, () => ask(server, 'PUT', `/api/boxs/${documentId}`, bodyOf(to)))
    }
    if (count % 2 === 1) await change(null, () => ask(server, 'DELETE', `/api/boxs/${documentId}`))
  }
}

/** A connection that broke is what a killed server leaves; anything else is a finding. */
const isGone = (error: unknown): boolean => error instanceof TypeError

/** Resolves when all of them have noticed that the server is gone. */
export const writeUntilGone = async (server: Server, writers: readonly string[], writing: Writing): Promise<void> => {
  const ends = await Promise.allSettled(writers.map((writer) => writeOn(server, writer, writing)))
  for (const end of ends) if (end.status === 'rejected' && !isGone(end.reason)) throw end.reason
}
