import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { fromRoot } from '../project-root.ts'
import type { Server } from './start-server.ts'

/** In bytes. */
export type Memory = { readonly rss: number; readonly heapUsed: number; readonly external: number }

/** Arguments of node for a server whose memory is measured. */
export const measured = (): readonly string[] => {
  const sampler = pathToFileURL(fromRoot('bench', 'dist', 'bench', 'peers', 'sample-memory.js')).href
  return ['--expose-gc', '--import', sampler]
}

/** The memory of a server that was started as `measured`, after a garbage collection. */
export const memoryOf = async ({ child }: Server): Promise<Memory> => {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(10_000) })
  child.send('memory')
  const [memory] = (await answered) as [Memory]
  return memory
}
