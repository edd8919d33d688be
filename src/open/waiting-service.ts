/** A project whose database cannot be reached yet: requests are refused until it can be. */

import { answerWaiting } from '../answer/answer-waiting.ts'
import type { Log } from '../config/log.ts'
import { describeProblem, ProjectError } from '../config/problem.ts'
import { loadProject } from '../project/load-project.ts'
import { routesOf } from '../request/routes.ts'
import type { OpenOptions } from './lectern.ts'
import type { OpenApp } from './open-app.ts'
import { type OpenAgain, openService, type Service } from './service.ts'
import { whenReady } from './when-ready.ts'

export async function waitingService(
  options: OpenOptions,
  open: OpenAgain,
  reason: Error,
  logger: Log,
): Promise<Service> {
  const { settings, schema, leftOut } = await loadProject(options.project, options, options.env ?? process.env)
  const routes = routesOf(schema, settings.rest, !settings.production)
  const log = attemptLog(logger, reason)
  const openAndServe = async () => {
    const opened = await open(true)
    log.onOpen(opened)
    return openService(opened, open, logger)
  }
  const waiting = whenReady({ open: openAndServe, onOpen: () => {}, onFailure: log.onFailure })
  return {
    settings,
    schema,
    database: 'not reached yet',
    ownDatabase: false,
    leftOut,
    notices: [reason.message, 'Lectern tries again. Until then, requests get a 503, and so does /_ready.'],
    answer: async (request) => {
      const service = waiting.current()
      return service === null ? answerWaiting(request, routes) : service.answer(request)
    },
    recall: (request, wasReadNow) => waiting.current()?.recall(request, wasReadNow) ?? null,
    readAgain: (request, wasReadNow) => waiting.current()?.readAgain(request, wasReadNow) ?? null,
    current: () => waiting.current()?.current() ?? null,
    warmUp: async () => waiting.current()?.warmUp(),
    close: async () => {
      await waiting.stop()
      await waiting.current()?.close()
    },
  }
}

/** Reports a repeated failure only once. */
function attemptLog(logger: Log, reason: Error) {
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
