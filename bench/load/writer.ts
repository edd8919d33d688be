import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../peers/start-server.ts'

export type Writing = { stop(): Promise<void> }

/** What was written, over all rounds. */
export type Written = { readonly milliseconds: number[] }

const articleOf = async ({ origin }: Server): Promise<string> => {
  const response = await fetch(`${origin}/api/articles?pagination[pageSize]=1&fields[0]=title`)
  const { data } = (await response.json()) as { readonly data: readonly { readonly documentId: string }[] }
  const [first] = data
  if (first === undefined) throw new Error('There is no article to change.')
  return first.documentId
}

const change = async (server: Server, documentId: string, key: string, views: number): Promise<number> => {
  const started = performance.now()
  const response = await fetch(`${server.origin}/api/articles/${documentId}?fields[0]=views`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { views } }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${server.name} answered a write with ${response.status}: ${text}`)
  return performance.now() - started
}

/** Changes an article once a second, until it is stopped. */
export const writerFor = async (
  server: Server,
  key: string,
): Promise<{ readonly start: () => Writing; readonly written: Written }> => {
  const documentId = await articleOf(server)
  const written: Written = { milliseconds: [] }
  const writeUntil = async (stopped: AbortSignal): Promise<void> => {
    while (!stopped.aborted) {
      const took = await change(server, documentId, key, 1_000 + written.milliseconds.length)
      written.milliseconds.push(took)
      await sleep(Math.max(0, 1_000 - took), undefined, { signal: stopped }).catch(() => undefined)
    }
  }
  const start = (): Writing => {
    const ending = new AbortController()
    const writing = writeUntil(ending.signal)
    // Looked at in stop(); until then it must not end the process.
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
