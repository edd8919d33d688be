/** `lectern dev`: a server that starts again when schema files or settings change. */

import type { Context, OpenOptions } from './context.ts'
import { serveForDevelopment } from './serve.ts'
import { styleFor } from './style.ts'

export async function dev(options: OpenOptions, context: Context): Promise<number> {
  // The server is a process of its own: evaluated settings would otherwise stay in memory.
  if (context.worker !== null) return serveForDevelopment(options, context, context.worker)
  const style = styleFor(context.colour.out)
  const stopped = context.nextSignal().then(() => null)
  const watcher = context.watchProject(options.project)
  try {
    for (;;) {
      const crew = await context.startWorkers(1)
      if (crew === null) context.err('Mend it and save the file: then it starts again.')
      const changed = await Promise.race([stopped, watcher.next()])
      await crew?.close()
      if (changed === null) return 0
      context.out(style.dim(`${changed} has changed: starting again.`))
    }
  } finally {
    watcher.close()
  }
}
