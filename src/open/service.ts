/** Serves an open project, and reopens it when its database file is replaced or its content types change. */

import { answer } from '../answer/answer.ts'
import { answerWaiting } from '../answer/answer-waiting.ts'
import type { App } from '../answer/app.ts'
import { readAgainAtOnce } from '../answer/read-again.ts'
import { isRead, recallAtOnce } from '../answer/recall.ts'
import type { Log } from '../config/log.ts'
import type { Notice } from '../config/notice.ts'
import type { Settings } from '../config/settings.ts'
import { backendOf } from '../dialects/backends.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { ReadAgain, RecallCached } from '../http/serve.ts'
import type { Answer, HttpRequest, HttpResponse } from '../request/http-request.ts'
import { splitUrl } from '../request/read-call.ts'
import { matchRoute, type Routes } from '../request/routes.ts'
import type { Schema } from '../schema/schema.ts'
import { createFindIdentity, identityOf, isStartedByStrapi, mayBeMigrated } from './identity.ts'
import { isTransient } from './is-transient.ts'
import { closeApp, type OpenApp } from './open-app.ts'
import { outdated } from './refuse-outdated-writes.ts'
import { createReopening, type Reopening } from './reopening.ts'
import { type Again, whileStreamed } from './while-streamed.ts'

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

/** `open` again; `mayMigrate`: where that is wanted at all. */
export type OpenAgain = (mayMigrate: boolean) => Promise<OpenApp>

export function openService(opened: OpenApp, open: OpenAgain, logger: Log): Service {
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
  const findFile = backendOf(database).identity(database)
  if (findFile === null && opened.record === null) {
    return {
      ...project,
      answer: (request) => answer(request, app),
      recall: (request, wasReadNow) => recallAtOnce(request, app, wasReadNow),
      readAgain: (request, wasReadNow) => readAgainAtOnce(request, app, wasReadNow),
      current: () => app,
      close: () => closeApp(app),
    }
  }
  const reopening = createReopening<OpenApp>({
    first: opened,
    identityOf,
    findIdentity: createFindIdentity(findFile),
    open: async (found, before) => {
      // Throws until Strapi has recorded the files' switches of Draft & Publish or locales: its startup is still converting
      // entries.
      if (isStartedByStrapi(found, before)) await closeApp((await open(false)).app)
      // With older schema files, migrating would undo the change.
      return open(mayBeMigrated(found, before))
    },
    closeOne: (one) => closeApp(one.app),
    onOpen: (one) => logger.info(`The database file or the content types have changed; reopened: ${one.description}`),
    retire: retireApp,
    onFailure: logOnce(logger),
    // Nothing is served while the database does not respond.
    isUnsafe: (one) => one.isOutdated().catch(() => true),
    isTransient,
  })
  const inUse = () => (reopening.isUnsafe() ? null : reopening.current().app)
  return {
    ...project,
    answer: async (request) => {
      if (inUse() === null && !isProbe(request, reopening.current().app.routes)) await reopening.settled()
      return inUse() === null
        ? answerWaiting(request, reopening.current().app.routes, outdated())
        : answerInPlace(request, reopening, findFile !== null)
    },
    recall: (request, wasReadNow) => orNull(inUse(), (one) => recallAtOnce(request, one, wasReadNow)),
    readAgain: (request, wasReadNow) => orNull(inUse(), (one) => readAgainAtOnce(request, one, wasReadNow)),
    current: () => reopening.current().app,
    close: reopening.close,
  }
}

/**
 * If a read fails because the file was replaced or the content types have changed, it is repeated on the reopened project;
 * so is a write refused because of changed content types, since it has changed nothing.
 */
async function answerInPlace(
  request: HttpRequest,
  reopening: Reopening<OpenApp>,
  isFile: boolean,
): Promise<HttpResponse> {
  const first = reopening.current()
  const serve = (again: Again) =>
    reopening.use(async (one, hold) => whileStreamed(await answer(request, one.app), hold, again))
  const again: Again = async (error) => {
    if ((isRead(request) || isRefusedWrite(request, error)) && (await mayBeServed(error)))
      return serve((other) => Promise.reject(other))
    throw error
  }
  async function mayBeServed(error: unknown): Promise<boolean> {
    // A live response that began just when its project was replaced.
    if (hasCode(error, 'SHUTTING_DOWN')) return reopening.current() !== first
    // An unreachable server cannot tell whether its content types have changed.
    const mayBeNew = hasCode(error, 'SCHEMA_CHANGED') || (isFile && hasCode(error, 'DATABASE_UNAVAILABLE'))
    return mayBeNew && reopening.renewed(first)
  }
  return serve(again).catch(again)
}

/** Probes of health and readiness are never delayed. */
function isProbe({ url }: HttpRequest, routes: Routes): boolean {
  const kind = matchRoute(splitUrl(url).path, routes)?.kind
  return kind === 'health' || kind === 'ready'
}

/** Uploads cannot be repeated, since their stream is consumed. */
const isRefusedWrite = ({ stream }: HttpRequest, error: unknown) =>
  stream === undefined && hasCode(error, 'SCHEMA_CHANGED')

const orNull = <T>(app: App | null, use: (app: App) => T | null) => (app === null ? null : use(app))

/** Ends background work at once, although a request may keep the project open for minutes. */
function retireApp({ app: { watching, webhooks } }: OpenApp): void {
  watching.close()
  void webhooks?.close()
}

/** Once for each reason: what may pass is tried again. */
function logOnce(logger: Log): (error: unknown) => void {
  let last = ''
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    if (message === last) return
    last = message
    logger.error(
      { err: error },
      'The database was replaced, migrated, or started by Strapi with other content types, or files of components have changed, and the new state cannot be served. Responses follow the previous state, or are 503 where that would show drafts',
    )
  }
}

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code
