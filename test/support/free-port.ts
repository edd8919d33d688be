/** A port for a server that may be stopped and started again. */

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below those that systems hand out: a port of theirs could be given to another test while its server is down, or to the
 * very client that tries to reach it, which would then be connected to itself.
 */
const [LOWEST, HIGHEST] = [10_000, 32_000]

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
