/** Puts a project, its database and a few URLs together: which indexes would make them faster. */

import type { Caller } from '../access/caller.ts'
import type { Candidate } from '../advise/candidate.ts'
import { candidatesFor } from '../advise/candidates.ts'
import { chooseIndexes, creationOf } from '../advise/choose-indexes.ts'
import { compileQuestion } from '../answer/answer-read.ts'
import type { App } from '../answer/app.ts'
import { ProjectError } from '../config/problem.ts'
import { backendOf } from '../dialects/backends.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Tried, Wanted } from '../execute/trial.ts'
import type { OpenOptions } from '../open/lectern.ts'
import { closeApp, openApp } from '../open/open-app.ts'
import { FLAT } from '../plan/response-format.ts'
import { readEntryUrl } from '../request/read-call.ts'
import { compileRead, hasKeptCount } from '../sql/compile-read.ts'
import { render } from '../sql/sql.ts'
import type { Statement } from '../sql/statement.ts'
import { defineTables } from '../tables/define-tables.ts'

export interface AdviseOptions extends OpenOptions {
  readonly urls: readonly string[]
}

export interface Advice {
  /** For people: which database. */
  readonly database: string
  readonly urls: readonly UrlAdvice[]
}

export interface UrlAdvice {
  readonly url: string
  /** Without any of the indexes that were found, and with all of them. */
  readonly before: Tried
  readonly after: Tried
  /** SQL that creates the indexes. */
  readonly statements: readonly string[]
}

interface Question {
  readonly url: string
  readonly statement: Statement
  readonly candidates: readonly Candidate[]
}

/** The database is only read: what is tried, is tried on copies. */
export async function adviseProject({ urls, ...options }: AdviseOptions): Promise<Advice> {
  const { app, description } = await openApp(options, () => {})
  try {
    const defaultLocale = await app.stored.defaultLocale()
    const questions = urls.map((url) => asked(url, () => ask(url, defaultLocale, app)))
    return { database: description, urls: await answer(questions, app) }
  } finally {
    await closeApp(app)
  }
}

/** Whoever has the database may read all of it. */
const EVERYBODY: Caller = { kind: 'token', rights: { kind: 'everything' } }

function ask(url: string, defaultLocale: string | null, app: App): Question {
  const path = URL.canParse(url) ? url.slice(new URL(url).origin.length) : url
  const found = readEntryUrl(path, app.routes)
  if (found === null) throw notContent(url)
  const { route, query } = found
  const { plan } = compileQuestion({ route, text: query, caller: EVERYBODY, format: FLAT, defaultLocale }, app)
  // A total that is kept is not counted: an index that would help to count it helps nobody.
  const tried = { ...plan, count: plan.count && !hasKeptCount(plan, app.dialect) }
  return { url, statement: compileRead(tried, app.dialect), candidates: candidatesFor(plan, defineTables(app.schema)) }
}

async function answer(questions: readonly Question[], app: App): Promise<readonly UrlAdvice[]> {
  const { ddl, openTrial } = backendOf(app.settings.database)
  const trial = await openTrial(app.settings.database, wantedFor(questions.flatMap(({ candidates }) => candidates)))
  try {
    const before = await inTurn(questions, ({ statement }) => trial.try(statement))
    const chosen = await inTurn(questions, ({ statement, candidates }) =>
      chooseIndexes(statement, candidates, trial, ddl),
    )
    // An index that helps one can mislead another.
    const after = await inTurn(questions, ({ statement }) => trial.try(statement))
    const firstWords = chosen.findIndex((some) => some.some(({ words }) => words !== null))
    return questions.map(({ url }, at) => {
      const preparation = at === firstWords ? (trial.words?.preparation ?? []) : []
      const creations = (chosen[at] ?? []).flatMap((one) => creationOf(one, trial, ddl) ?? [])
      const statements = [...preparation, ...creations].map((fragment) => render(fragment, app.dialect).text)
      return { url, before: before[at] ?? NOTHING, after: after[at] ?? NOTHING, statements }
    })
  } finally {
    await trial.close()
  }
}

function wantedFor(candidates: readonly Candidate[]): Wanted {
  const tables = new Set(candidates.map(({ table }) => table))
  return { tables: [...tables], words: candidates.some(({ words }) => words !== null) }
}

const NOTHING: Tried = { plan: [], milliseconds: 0 }

async function inTurn<From, To>(list: readonly From[], work: (item: From) => Promise<To>): Promise<readonly To[]> {
  const results: To[] = []
  for (const item of list) results.push(await work(item))
  return results
}

/** A URL that a client would get an error for is a mistake on the command line. */
function asked(url: string, ask: () => Question): Question {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { hint } = error.details
    const message = `${url} cannot be answered: ${error.message}.${typeof hint === 'string' ? ` ${hint}` : ''}`
    throw new ProjectError([{ file: null, path: null, message }])
  }
}

function notContent(url: string): ProjectError {
  const message = `${url} does not read entries; give the URL of a list or of an entry, such as /api/articles?sort=title.`
  return new ProjectError([{ file: null, path: null, message }])
}
