/** `lectern serve`. */

import { createLogger, LOG_LEVELS } from '../http/logger.ts'
import { describeProject } from './check.ts'
import type { Context, OpenOptions, Project } from './context.ts'
import { closeGracefully } from './stop.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export async function serve(options: OpenOptions, context: Context): Promise<number> {
  const level = logLevel(context.env)
  const logger = createLogger({ level: 'silent', human: context.watched })
  const project = await context.openProject({ ...options, logger, migrate: true, waitForDatabase: true })
  let stopped: Promise<void>
  try {
    // Finding examples means asking ourselves: nobody's requests, and not for the log.
    const examples = await project.examples()
    logger.level = level
    for (const notice of project.notices) context.out(notice)
    const address = await project.listen()
    // Heard from here on: whoever reads that it listens may stop it.
    stopped = context.nextSignal()
    for (const line of greeting(project, address, examples, context)) context.out(line)
  } catch (error) {
    await project.close()
    throw error
  }
  await stopped
  return closeGracefully(project, context)
}

function greeting(project: Project, address: string, paths: readonly string[], context: Context): readonly string[] {
  const style = styleFor(context.colour.out)
  const examples = paths.map((path) => `  ${address}${path}`)
  return [
    `Lectern ${context.version} listens at ${style.bold(address)}`,
    style.dim(describeProject(project)),
    ...(examples.length === 0 ? [] : ['', 'Try', ...examples]),
    '',
    'Stop with Ctrl+C.',
  ]
}

function logLevel(env: NodeJS.ProcessEnv): string {
  const level = (env.LOG_LEVEL ?? '') === '' ? 'info' : String(env.LOG_LEVEL).toLowerCase()
  if (LOG_LEVELS.includes(level)) return level
  throw new UsageError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${env.LOG_LEVEL}".`)
}
