/** Finds indexes that make the given URLs of a project faster. */

import { ALL_RIGHTS } from '../access/caller.ts'
import { unknownPath } from '../access/unknown-path.ts'
import {
  type AdviceProgress,
  type AdviceQuestion,
  adviceQuestion,
  adviseReads,
  type UrlAdvice,
} from '../answer/advise-reads.ts'
import { nameUnder } from '../answer/answer-unknown.ts'
import type { App } from '../answer/app.ts'
import { type ProjectError, refusal } from '../config/problem.ts'
import { ApiError } from '../errors/api-error.ts'
import type { OpenOptions } from '../open/lectern.ts'
import { closeApp, openApp } from '../open/open-app.ts'
import { FLAT } from '../plan/response-format.ts'
import { readEntryUrl } from '../request/read-call.ts'

export interface AdviseOptions extends OpenOptions {
  readonly urls: readonly string[]
  readonly onProgress?: AdviceProgress
}

export interface Advice {
  /** Describes the database, for messages. */
  readonly database: string
  readonly urls: readonly UrlAdvice[]
}

/** The database is only read: indexes are tried on copies. */
export async function adviseProject({ urls, onProgress, ...options }: AdviseOptions): Promise<Advice> {
  const { app, description } = await openApp(options, () => {})
  try {
    const defaultLocale = await app.stored.defaultLocale()
    const questions = urls.map((url) => answerable(url, app, () => ask(url, defaultLocale, app)))
    return { database: description, urls: await adviseReads(questions, app, onProgress) }
  } finally {
    await closeApp(app)
  }
}

/** With all rights: access to the database is access to all of its content. */
function ask(url: string, defaultLocale: string | null, app: App): AdviceQuestion {
  const found = readEntryUrl(pathOf(url), app.routes)
  if (found === null) throw notContent(url)
  const { route, query } = found
  return adviceQuestion(url, { route, text: query, caller: ALL_RIGHTS, format: FLAT, defaultLocale }, app)
}

/** A URL that a client would get an error for is a mistake on the command line. */
function answerable(url: string, app: App, ask: () => AdviceQuestion): AdviceQuestion {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { hint } = error.code === 'ROUTE_UNKNOWN' ? hintForPath(url, app) : error.details
    const message = `${url} cannot be answered: ${error.message}.${typeof hint === 'string' ? ` ${hint}` : ''}`
    throw refusal(message)
  }
}

/** With its query string. */
function pathOf(url: string): string {
  return URL.canParse(url) ? url.slice(new URL(url).origin.length) : url
}

function hintForPath(url: string, { settings, schema }: App): ApiError['details'] {
  const { prefix } = settings.rest
  const name = nameUnder(prefix, pathOf(url))
  if (name === null) return { hint: `Paths of entries begin with ${prefix}/` }
  return unknownPath(name, prefix, { schema, caller: ALL_RIGHTS }).details
}

function notContent(url: string): ProjectError {
  const message = `${url} does not read entries; give the URL of a list or of an entry, such as /api/articles?sort=title.`
  return refusal(message)
}
