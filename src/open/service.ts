/** What is served: a project that is open, and is opened anew when its database file is replaced. */

import type { Logger } from 'pino'
import { answer } from '../answer/answer.ts'
import type { App } from '../answer/app.ts'
import { readAgainAtOnce } from '../answer/read-again.ts'
import { isRead, recallAtOnce } from '../answer/recall.ts'
import type { Notice } from '../config/notice.ts'
import type { Settings } from '../config/settings.ts'
import { backendOf } from '../dialects/backends.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ReadAgain, RecallCached } from '../http/serve.ts'
import type { Answer, HttpRequest, HttpResponse } from '../request/http-request.ts'
import type { Schema } from '../schema/schema.ts'
import { closeApp, type OpenApp } from './open-app.ts'
import { createReopening, type Reopening } from './reopening.ts'
import { whileStreamed } from './while-streamed.ts'

export interface Service {
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

export function openService(opened: OpenApp, open: () => Promise<OpenApp>, logger: Logger): Service {
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
      readAgain: (request, wasReadNow) => readAgainAtOnce(request, app, wasReadNow),
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
    readAgain: (request, wasReadNow) => readAgainAtOnce(request, reopening.current().app, wasReadNow),
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

function isUnavailable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'DATABASE_UNAVAILABLE'
}
