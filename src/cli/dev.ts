/** `lectern dev`: a server that restarts when schema files or settings change. */

import { ProjectError } from '../config/problem.ts'
import type { Context, OpenOptions } from './context.ts'
import { reportFailure } from './report.ts'
import { serveForDevelopment } from './serve.ts'
import { styleFor } from './style.ts'

export async function dev(options: OpenOptions, context: Context): Promise<number> {
  // The server is a separate process, because evaluated settings would stay in memory.
  if (context.worker !== null) return serveOnce(options, context, context.worker)
  const style = styleFor(context.colour.out)
  const stopped = context.nextSignal().then(() => null)
  const watcher = context.watchProject(options.project)
  try {
    for (;;) {
      const cluster = await context.startWorkers(1)
      const changed = await Promise.race([stopped, watcher.next()])
      await cluster?.close()
      if (changed === null) return 0
      context.out(style.dim(`${changed} has changed: starting again.`))
    }
  } finally {
    watcher.close()
  }
}

async function serveOnce(
  options: OpenOptions,
  context: Context,
  worker: NonNullable<Context['worker']>,
): Promise<number> {
  try {
    return await serveForDevelopment(options, context, worker)
  } catch (error) {
    reportFailure(error, context)
    context.err(nextStep(error))
    return 1
  }
}

/** Saving a file restarts only if the cause is in a file, not if the port is taken or the database cannot be opened. */
function nextStep(error: unknown): string {
  const problems = error instanceof ProjectError ? error.problems : []
  if (problems.some(({ file }) => file !== null)) return 'Fix it and save the file: then it starts again.'
  // The schema files do not fit the tables: they must be restored, or migrated in another terminal.
  if (problems.some(({ path }) => path !== null)) return 'When that is done, save a schema file: then it starts again.'
  return 'Fix it, then stop with Ctrl+C and start again.'
}
