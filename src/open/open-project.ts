/** The composition root: a project folder → a service that handles requests. */

import type { Log } from '../config/log.ts'
import { checkProgramOptions } from '../config/program-options.ts'
import type { ReplicaNews } from '../execute/replicated-database.ts'
import { asItIs, createCompress } from '../http/compress.ts'
import { fetchFrom } from '../http/fetch.ts'
import { listen } from '../http/listen.ts'
import { createLogger } from '../http/logger.ts'
import { createServer } from '../http/server.ts'
import { TIMEOUTS } from '../http/timeouts.ts'
import { createFailureCounts } from '../people/failure-counts.ts'
import type { Project } from '../project/load-project.ts'
import { routesOf } from '../request/routes.ts'
import { typesWithRoutes } from '../schema/models.ts'
import { exampleUrls } from './examples.ts'
import { isTransient } from './is-transient.ts'
import type { Lectern, OpenOptions } from './lectern.ts'
import { openApp } from './open-app.ts'
import { overviewOf } from './overview.ts'
import { createMeasuring, type Measuring } from './serve-metrics.ts'
import { openService, type Service } from './service.ts'
import { waitingService } from './waiting-service.ts'

/**
 * Opens a project and its database. Throws a ProjectError that holds every problem found when either cannot be
 * served.
 */
export async function openProject(options: OpenOptions): Promise<Lectern> {
  checkProgramOptions(options, Object.keys(OPTIONS))
  return openLoaded(options)
}

/** Their names: the type alone is gone when a program in JavaScript runs. */
const OPTIONS: Readonly<Record<keyof OpenOptions, true>> = {
  project: true,
  env: true,
  logger: true,
  migrate: true,
  onMigrate: true,
  waitForDatabase: true,
  readers: true,
  shareFigures: true,
  failedLogins: true,
  processes: true,
  deliver: true,
  database: true,
  replicas: true,
  profile: true,
  extensions: true,
  host: true,
  port: true,
}

/** `loaded`: the project, where its files have been read just before; their code is not run again then. */
export async function openLoaded(options: OpenOptions, loaded?: Project): Promise<Lectern> {
  const { logger = createLogger({ level: 'silent' }) } = options
  const measuring = createMeasuring(options.shareFigures)
  // They outlast a database that is opened again.
  const { failedLogins = createFailureCounts() } = options
  const open = async (mayMigrate = true, read?: Project) => {
    const migrate = mayMigrate && options.migrate === true
    const opened = await openApp(
      { ...options, migrate, failedLogins },
      (news) => logReplica(logger, news),
      measuring.observer,
      read,
    )
    if (options.deliver !== false) opened.app.webhooks?.start()
    return opened
  }
  try {
    return await lecternOf(openService(await open(true, loaded), open, logger), { options, logger, measuring })
  } catch (error) {
    if (options.waitForDatabase !== true || !isTransient(error)) throw error
    return lecternOf(await waitingService(options, open, error, logger), { options, logger, measuring })
  }
}

function logReplica(logger: Log, { name, failure }: ReplicaNews): void {
  if (failure === null) logger.info(`In use again: ${name}`)
  else logger.warn({ err: failure instanceof Error ? (failure.cause ?? failure) : undefined }, `Left out: ${name}`)
}

interface Serving {
  readonly options: OpenOptions
  readonly logger: Log
  readonly measuring: Measuring
}

async function lecternOf(service: Service, { options, logger, measuring }: Serving): Promise<Lectern> {
  const { settings, schema, database, ownDatabase, leftOut, notices } = service
  const compress = settings.rest.compression ? createCompress() : asItIs
  const routes = routesOf(schema, settings.rest, !settings.production)
  const measured = await measuring.around({ ...service, routes })
  const server = createServer({
    ...measured,
    recall: service.recall,
    readAgain: service.readAgain,
    settings,
    logger,
    compress,
    unreadBytes: settings.rest.unreadBytes,
    timeouts: { ...TIMEOUTS, answer: settings.rest.requestTimeout },
  })
  const fetch = fetchFrom(server)
  let isClosed = false
  let address: string | null = null
  const contentTypes = typesWithRoutes(schema)
  return {
    settings,
    schema,
    summary: { contentTypes: contentTypes.length, components: schema.components.size, database },
    leftOut,
    notices,
    fetch,
    warmUp: () => service.warmUp(),
    listen: async ({ host = settings.host, port = settings.port } = {}) => {
      // Otherwise the port would stay open and every request would get a 503.
      if (isClosed) throw new Error('The project is closed. To serve it again, open it again.')
      if (address !== null)
        throw new Error(`The project listens already, at ${address}. Open it again for another port.`)
      address = await listen(server, { host, port })
      return address
    },
    overview: () => overviewOf({ folder: options.project, schema, settings, ownDatabase }),
    examples: async () => {
      if (isClosed) throw new Error('The project is closed.')
      const app = service.current()
      return app === null ? null : exampleUrls(app, server)
    },
    close: once(async () => {
      isClosed = true
      // Stopped first: waiting for receivers that hang overlaps with finishing requests.
      service.current()?.webhooks?.stop()
      await server.close()
      await service.close()
    }),
  }
}

/** The first call does the work; later ones wait for it, too. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}
