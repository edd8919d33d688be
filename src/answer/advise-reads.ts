/** Reads → the indexes that would make them faster. */

import type { Candidate } from '../advise/candidate.ts'
import { candidatesFor, candidatesForFacets, candidatesForGroups } from '../advise/candidates.ts'
import { chooseIndexes, creationOf } from '../advise/choose-indexes.ts'
import { backendOf } from '../dialects/backends.ts'
import type { Tried, Wanted } from '../execute/trial.ts'
import type { ReadRoute } from '../request/routes.ts'
import { compileRead, hasStoredCount } from '../sql/compile-read.ts'
import { render } from '../sql/sql.ts'
import type { Statement } from '../sql/statement.ts'
import { defineTables } from '../tables/define-tables.ts'
import { compileAny } from './answer-aggregate.ts'
import type { Question } from './answer-read.ts'
import type { App } from './app.ts'

export interface UrlAdvice {
  readonly url: string
  /** Without any of the indexes that were found, and with all of them. */
  readonly before: Tried
  readonly after: Tried
  /** SQL that creates the indexes. */
  readonly statements: readonly string[]
}

export interface AdviceQuestion {
  readonly url: string
  readonly statement: Statement
  readonly candidates: readonly Candidate[]
}

export function adviceQuestion(url: string, question: Question<ReadRoute>, app: App): AdviceQuestion {
  const tables = defineTables(app.schema)
  const compiled = compileAny(question, app)
  if (compiled.of === 'groups') {
    return { url, statement: compiled.statement, candidates: candidatesForGroups(compiled.plan, tables) }
  }
  const { plan } = compiled
  const candidates = [...candidatesFor(plan, tables), ...candidatesForFacets(plan, tables)]
  // A total from a maintained count is not counted, so it needs no index.
  const tried = { ...plan, count: plan.count && !hasStoredCount(plan, app.dialect) }
  return { url, statement: compileRead(tried, app.dialect), candidates }
}

/** The database is only read: indexes are tried on copies. */
export async function adviseReads(questions: readonly AdviceQuestion[], app: App): Promise<readonly UrlAdvice[]> {
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
