import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../peers/start-server.ts'

export type Writing = { stop(): Promise<void> }

/** The writes of all rounds. */
export type Written = { readonly milliseconds: number[] }

// An author has drafts and relations; an article has a slug as well, which the copies of the content share.
const authorOf = async ({ origin }: Server, key: string): Promise<string> => {
  const response = await fetch(`${origin}/api/authors?pagination[pageSize]=1&fields[0]=name`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { data } = (await response.json()) as { readonly data: readonly { readonly documentId: string }[] }
  const [first] = data
  if (first === undefined) throw new Error('There is no author to change.')
  return first.documentId
}

const change = async (server: Server, path: string, key: string, followers: number): Promise<number> => {
  const started = performance.now()
  const response = await fetch(server.origin + path, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { followers } }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${server.name} answered a write with ${response.status}: ${text}`)
  return performance.now() - started
}

/** Changes an author once a second until it is stopped: the published version or the draft. */
export const writerFor = async (
  server: Server,
  key: string,
  status: 'published' | 'draft',
): Promise<{ readonly start: () => Writing; readonly written: Written }> => {
  const path = `/api/authors/${await authorOf(server, key)}?fields[0]=name&status=${status}`
  const written: Written = { milliseconds: [] }
  const writeUntil = async (stopped: AbortSignal): Promise<void> => {
    while (!stopped.aborted) {
      const took = await change(server, path, key, 1_000 + written.milliseconds.length)
      written.milliseconds.push(took)
      await sleep(Math.max(0, 1_000 - took), undefined, { signal: stopped }).catch(() => undefined)
    }
  }
  const start = (): Writing => {
    const ending = new AbortController()
    const writing = writeUntil(ending.signal)
    // Awaited in stop(); until then a rejection must not end the process.
    writing.catch(() => undefined)
    return {
      stop: () => {
        ending.abort()
        return writing
      },
    }
  }
  return { start, written }
}
