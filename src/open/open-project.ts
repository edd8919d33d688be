/** The composition root: a project folder → a service that handles requests. */

import type { Logger } from 'pino'
import { answer } from '../answer/answer.ts'
import { answerWaiting } from '../answer/answer-waiting.ts'
import type { App } from '../answer/app.ts'
import { readAgainAtOnce } from '../answer/read-again.ts'
import { isRead, recallAtOnce } from '../answer/recall.ts'
import type { Notice } from '../config/notice.ts'
import { describeProblem, ProjectError, UnreachableError } from '../config/problem.ts'
import type { Settings } from '../config/settings.ts'
import { backendOf } from '../dialects/backends.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ReplicaNews } from '../execute/replicated-database.ts'
import { asItIs, createCompress } from '../http/compress.ts'
import { fetchFrom } from '../http/fetch.ts'
import { listen } from '../http/listen.ts'
import { createLogger } from '../http/logger.ts'
import type { ReadAgain, RecallCached } from '../http/serve.ts'
import { createServer } from '../http/server.ts'
import { TIMEOUTS } from '../http/timeouts.ts'
import { loadProject } from '../project/load-project.ts'
import type { Answer, HttpRequest, HttpResponse } from '../request/http-request.ts'
import { routesOf } from '../request/routes.ts'
import type { Schema } from '../schema/schema.ts'
import { exampleUrls } from './examples.ts'
import type { Lectern, OpenOptions } from './lectern.ts'
import { createMeasuring, type Measuring } from './measured.ts'
import { closeApp, type OpenApp, openApp } from './open-app.ts'
import { overviewOf } from './overview.ts'
import { createReopening, type Reopening } from './reopening.ts'
import { whenReady } from './when-ready.ts'
import { whileStreamed } from './while-streamed.ts'

/**
 * Opens a project and its database. Throws a ProjectError that holds every problem found when either cannot be
 * served.
 */
export async function openProject(options: OpenOptions): Promise<Lectern> {
  const { logger = createLogger({ level: 'silent' }) } = options
  const measuring = createMeasuring(options.shareFigures)
  const open = async () => {
    const opened = await openApp(options, (news) => logReplica(logger, news), measuring.observer)
    if (options.deliver !== false) opened.app.webhooks?.start()
    return opened
  }
  try {
    return await lecternOf(await openService(await open(), open, logger), { options, logger, measuring })
  } catch (error) {
    if (options.waitForDatabase !== true || !mayPass(error)) throw error
    return lecternOf(await waitingService(options, open, error, logger), { options, logger, measuring })
  }
}

/** The database server cannot be reached, or went away during startup. */
function mayPass(error: unknown): error is Error {
  return error instanceof UnreachableError || isUnavailable(error)
}

function isUnavailable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE'
}

/** What is served: an open project, or one that waits for its database. */
interface Service {
  readonly settings: Settings
  readonly schema: Schema
  readonly database: string
  /** Whether Lectern created the database. */
  readonly ownDatabase: boolean
  readonly leftOut: readonly Notice[]
  readonly notices: readonly string[]
  readonly answer: Answer
  readonly recall: RecallCached
  readonly readAgain: ReadAgain
  /** Null while waiting for the database. */
  current(): App | null
  warmUp(): Promise<void>
  close(): Promise<void>
}

async function openService(opened: OpenApp, open: () => Promise<OpenApp>, logger: Logger): Promise<Service> {
  const { app, description, leftOut, notices } = opened
  const project = {
    settings: app.settings,
    schema: app.schema,
    database: description,
    ownDatabase: app.writer !== null,
    leftOut,
    notices,
    warmUp: opened.warmUp,
  }
  const { database } = app.settings
  const identity = backendOf(database).identity(database)
  if (identity === null) {
    return {
      ...project,
      answer: (request) => answer(request, app),
      recall: (request, wasReadNow) => recallAtOnce(request, app, wasReadNow),
      readAgain: (request) => readAgainAtOnce(request, app),
      current: () => app,
      close: () => closeApp(app),
    }
  }
  const reopening = createReopening({
    first: opened,
    known: opened.identity,
    identity,
    open,
    closeOne: (one) => closeApp(one.app),
    onOpen: (one) => logger.info(`The database was replaced, and opened anew: ${one.description}`),
    retire: retireApp,
    onFailure: (error) => logReplaced(logger, error),
  })
  return {
    ...project,
    answer: (request) => answerInPlace(request, reopening),
    recall: (request, wasReadNow) => recallAtOnce(request, reopening.current().app, wasReadNow),
    readAgain: (request) => readAgainAtOnce(request, reopening.current().app),
    current: () => reopening.current().app,
    close: reopening.close,
  }
}

/** A read that the replaced file could no longer serve is served by the new one. */
async function answerInPlace(request: HttpRequest, reopening: Reopening<OpenApp>): Promise<HttpResponse> {
  const first = reopening.current()
  const serve = () => reopening.use(async (one, hold) => whileStreamed(await answer(request, one.app), hold))
  try {
    return await serve()
  } catch (error) {
    if (isRead(request) && isUnavailable(error) && (await reopening.renewed(first))) return serve()
    throw error
  }
}

/** Ends what goes on without requests, though a request may keep it open for minutes. */
function retireApp({ app: { watching, webhooks } }: OpenApp): void {
  watching.close()
  void webhooks?.close()
}

function logReplaced(logger: Logger, error: unknown): void {
  logger.error({ err: error }, 'The database was replaced by one that cannot be served; reads come from the one before')
}

async function waitingService(
  options: OpenOptions,
  open: () => Promise<OpenApp>,
  reason: Error,
  logger: Logger,
): Promise<Service> {
  const { settings, schema, leftOut } = await loadProject(options.project, options, options.env ?? process.env)
  const routes = routesOf(schema, settings.rest, !settings.production)
  const waiting = whenReady({ open, ...attemptLog(logger, reason) })
  return {
    settings,
    schema,
    database: 'not reached yet',
    ownDatabase: false,
    leftOut,
    notices: [reason.message, 'Until it can be, requests are answered with 503; /_ready says when that is over.'],
    answer: async (request) => {
      const opened = waiting.current()
      return opened === null ? answerWaiting(request, routes) : answer(request, opened.app)
    },
    recall: (request, wasReadNow) => {
      const opened = waiting.current()
      return opened === null ? null : recallAtOnce(request, opened.app, wasReadNow)
    },
    readAgain: (request) => {
      const opened = waiting.current()
      return opened === null ? null : readAgainAtOnce(request, opened.app)
    },
    current: () => waiting.current()?.app ?? null,
    warmUp: async () => waiting.current()?.warmUp(),
    close: async () => {
      await waiting.stop()
      const opened = waiting.current()
      if (opened !== null) await closeApp(opened.app)
    },
  }
}

/** Reports a repeated failure only once. */
function attemptLog(logger: Logger, reason: Error) {
  let lastMessage = reason.message
  return {
    onOpen: ({ description, leftOut, notices }: OpenApp) => {
      for (const notice of [...leftOut.map(describeProblem), ...notices]) logger.info(notice)
      logger.info(`Ready: ${description}`)
    },
    onFailure: (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      if (message === lastMessage) return
      lastMessage = message
      if (error instanceof ProjectError) for (const line of message.split('\n')) logger.error(line)
      else logger.error({ err: error }, 'The database cannot be opened')
    },
  }
}

function logReplica(logger: Logger, { name, failure }: ReplicaNews): void {
  if (failure === null) logger.info(`In use again: ${name}`)
  else logger.warn({ err: failure instanceof Error ? (failure.cause ?? failure) : undefined }, `Left out: ${name}`)
}

interface Serving {
  readonly options: OpenOptions
  readonly logger: Logger
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
  const contentTypes = [...schema.contentTypes.values()].filter((type) => type.hasRoutes)
  return {
    settings,
    schema,
    summary: { contentTypes: contentTypes.length, components: schema.components.size, database },
    leftOut,
    notices,
    fetch,
    warmUp: () => service.warmUp(),
    listen: ({ host = settings.host, port = settings.port } = {}) => listen(server, { host, port }),
    overview: () => overviewOf({ folder: options.project, schema, settings, ownDatabase }),
    examples: async () => {
      const app = service.current()
      return app === null ? null : exampleUrls(app, server)
    },
    close: async () => {
      // Now: receivers that hang have their time beside that of requests, not after it.
      service.current()?.webhooks?.stop()
      await server.close()
      await service.close()
    },
  }
}
