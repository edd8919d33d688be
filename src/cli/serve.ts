/** `lectern serve`: in this process, or in several that share a port. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeProblem } from '../config/problem.ts'
import { createLogger, LOG_LEVELS } from '../http/logger.ts'
import type { MigrateProgress } from '../open/migration/migrate-project.ts'
import { describeProject } from './check.ts'
import type { Context, OpenOptions, Project, ServeOptions } from './context.ts'
import { createQuietProgress } from './progress.ts'
import { closeGracefully, closeQuietly } from './stop.ts'
import { styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

/** Per process, for slow statements on a SQLite file. */
const READERS = 5

export async function serve(options: ServeOptions, context: Context): Promise<number> {
  context.staysUp()
  const { workers = context.cores, ...rest } = options
  const opening = { ...rest, migrate: true, waitForDatabase: true }
  if (context.worker !== null) {
    const { worker } = context
    const { shareFigures, failedLogins } = worker
    const shared = { ...opening, processes: workers, shareFigures, failedLogins }
    return serveAsWorker(shared, context, worker)
  }
  return workers === 1 ? serveAlone(opening, context) : serveTogether(opening, workers, context)
}

async function serveAlone(opening: OpenOptions, context: Context): Promise<number> {
  const { project, logger, level } = await open({ ...opening, readers: READERS }, context)
  let stopped: Promise<void>
  try {
    // Lectern's own requests, to find example URLs, are not logged.
    const greeting = await introduction(project, context, opening.project)
    await project.warmUp()
    logger.level = level
    const lines = greeting(await project.listen())
    // Signals are handled from now on: a script may stop the server as soon as it reads the address.
    stopped = context.nextSignal()
    for (const line of lines) context.out(line)
  } catch (error) {
    await project.close()
    throw error
  }
  await stopped
  return leave(await closeGracefully(project, context), logger, context)
}

/** Opens the project once to report its problems, then starts the workers. */
async function serveTogether(opening: OpenOptions, workers: number, context: Context): Promise<number> {
  const { project } = await open(opening, context)
  const greeting = await introduction(project, context, opening.project).finally(() => project.close())
  // Watched from here on: the first worker may get requests before the primary knows that it listens.
  const stopped = context.nextSignal()
  const tooLate = stopped.then(() => pause(STARTING_MS, 'none' as const, { ref: false }))
  const cluster = await Promise.race([context.startWorkers(workers), tooLate])
  if (cluster === 'none') return 0
  if (cluster === null) return 1
  await Promise.race([cluster.complete, stopped])
  for (const line of greeting(cluster.address)) context.out(line)
  await stopped
  return closeGracefully(cluster, context)
}

async function serveAsWorker(
  opening: OpenOptions,
  context: Context,
  worker: NonNullable<Context['worker']>,
): Promise<number> {
  const { project, logger, level } = await open({ ...opening, readers: READERS }, context)
  await project.warmUp()
  logger.level = level
  worker.isListening(await project.listen())
  await context.nextSignal()
  return leave(await closeQuietly(project, context), logger, context)
}

/** Serves in the only worker of `lectern dev`, which prints the messages itself. */
export async function serveForDevelopment(
  options: OpenOptions,
  context: Context,
  worker: NonNullable<Context['worker']>,
): Promise<number> {
  const opening = { ...options, migrate: true, waitForDatabase: true, readers: READERS }
  const { project, logger, level } = await open(opening, context)
  const greeting = await introduction(project, context, opening.project)
  logger.level = level
  const address = await project.listen()
  for (const line of greeting(address)) context.out(line)
  worker.isListening(address)
  await context.nextSignal()
  return leave(await closeQuietly(project, context), logger, context)
}

/**
 * Milliseconds to wait after a signal for a worker to report that it listens. Without that, it has no requests to
 * finish.
 */
const STARTING_MS = 500

/** Milliseconds that writing the last log lines may take. */
const FLUSHING_MS = 500

async function leave(code: number, logger: Logger, context: Context): Promise<number> {
  await flushed(logger)
  if (code !== 0) context.killIfHeldUp()
  return code
}

/** Writes the last log lines, which would be lost at exit. */
function flushed(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FLUSHING_MS)
    logger.flush(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

interface Opened {
  readonly project: Project
  readonly logger: Logger
  readonly level: string
}

async function open(opening: OpenOptions, context: Context): Promise<Opened> {
  const level = logLevel(context.env)
  const logger = createLogger({ level: 'silent', human: context.watched, colour: context.colour.err })
  const progress = createQuietProgress(context)
  const onMigrate = ({ done, total }: MigrateProgress) => progress.update('Migrating', done, total)
  try {
    return { project: await context.openProject({ ...opening, logger, onMigrate }), logger, level }
  } finally {
    progress.end()
  }
}

/** Prepares the messages that need the address. */
async function introduction(
  project: Project,
  context: Context,
  folder: string,
): Promise<(address: string) => readonly string[]> {
  const paths = await project.examples()
  const { explorer, docs } = project.settings.rest
  const places = [...(explorer ? ['/_explorer'] : []), ...(docs ? ['/_docs'] : [])]
  const style = styleFor(context.colour.out)
  return (address) => [
    ...project.leftOut.map(describeProblem),
    ...project.notices,
    `Lectern ${context.version} listens at ${style.bold(address)}`,
    style.dim(describeProject(project)),
    ...section('Try', paths ?? [], address),
    ...(paths?.length === 0 ? nothingPublic(project, folder) : []),
    ...section('Explore', places, address),
    '',
    'Stop with Ctrl+C.',
  ]
}

function section(title: string, paths: readonly string[], address: string): readonly string[] {
  return paths.length === 0 ? [] : ['', title, ...paths.map((path) => `  ${address}${path}`)]
}

function nothingPublic(project: Project, folder: string): readonly string[] {
  const [type] = project.overview().served
  if (type === undefined) return []
  const where = folder === '.' ? '' : ` --project ${folder}`
  return [
    '',
    'A request without a token may read nothing yet. To let it read a type',
    `  npx lectern role allow public ${type.uid}.find${where}`,
  ]
}

function logLevel(env: NodeJS.ProcessEnv): string {
  const level = (env.LOG_LEVEL ?? '') === '' ? 'info' : String(env.LOG_LEVEL).toLowerCase()
  if (LOG_LEVELS.includes(level)) return level
  throw new UsageError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${env.LOG_LEVEL}".`)
}
