import { once } from 'node:events'
import type { Server } from './start-server.ts'

/** In bytes. */
export type Memory = { readonly rss: number; readonly heapUsed: number; readonly external: number }

/** Of a server that was started with sample-memory.ts. */
export const memoryOf = async ({ child }: Server): Promise<Memory> => {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(10_000) })
  child.send('memory')
  const [memory] = (await answered) as [Memory]
  return memory
}
