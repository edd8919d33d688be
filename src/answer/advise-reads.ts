/** Reads → the indexes that would make them faster. */

import { type Candidate, tableIndexOf } from '../advise/candidate.ts'
import { candidatesFor, candidatesForFacets, candidatesForGroups } from '../advise/candidates.ts'
import { chooseIndexes, creationOf, type StatementWith } from '../advise/choose-indexes.ts'
import { backendOf } from '../dialects/backends.ts'
import type { Trial, Tried, Wanted } from '../execute/trial.ts'
import type { ReadRoute } from '../request/routes.ts'
import { compileRead, hasStoredCount } from '../sql/compile-read.ts'
import { render } from '../sql/sql.ts'
import type { Statement } from '../sql/statement.ts'
import { defineTables } from '../tables/define-tables.ts'
import { withIndexes } from '../tables/tables.ts'
import { compileAny } from './answer-aggregate.ts'
import type { App } from './app.ts'
import type { Question } from './question.ts'

export interface UrlAdvice {
  readonly url: string
  /** Time and plan without any of the recommended indexes, and with all of them. */
  readonly before: Tried
  readonly after: Tried
  /** SQL that creates the indexes. */
  readonly statements: readonly string[]
}

export interface AdviceQuestion {
  readonly url: string
  readonly statementWith: StatementWith
  readonly candidates: readonly Candidate[]
}

export function adviceQuestion(url: string, question: Question<ReadRoute>, app: App): AdviceQuestion {
  const tables = defineTables(app.schema)
  const compiled = compileAny(question, app)
  const candidates =
    compiled.of === 'groups'
      ? candidatesForGroups(compiled.plan, tables)
      : [...candidatesFor(compiled.plan, tables), ...candidatesForFacets(compiled.plan, tables)]
  return { url, statementWith: (added) => triedStatement(question, withAdded(app, added)), candidates }
}

function triedStatement(question: Question<ReadRoute>, app: App): Statement {
  const compiled = compileAny(question, app)
  if (compiled.of === 'groups') return compiled.statement
  const { plan } = compiled
  // A stored total costs nothing, so no index is needed to count.
  return compileRead({ ...plan, count: plan.count && !hasStoredCount(plan, app.dialect) }, app.dialect)
}

/** The planner chooses other plans if there are other indexes. */
function withAdded(app: App, added: readonly Candidate[]): App {
  const existing = [...app.tables.values()].flatMap(({ indexes }) => indexes)
  return { ...app, tables: withIndexes(app.tables, [...existing, ...added.flatMap((one) => tableIndexOf(one) ?? [])]) }
}

/**
 * For progress messages, since large tables take minutes: the current step, and how many statements have been tried.
 */
export type AdviceProgress = (stage: 'copy' | 'try', done: number) => void

/** The database is only read: indexes are tried on copies. */
export async function adviseReads(
  questions: readonly AdviceQuestion[],
  app: App,
  onProgress: AdviceProgress = () => undefined,
): Promise<readonly UrlAdvice[]> {
  const { ddl, openTrial } = backendOf(app.settings.database)
  onProgress('copy', 0)
  const candidates = questions.flatMap((question) => question.candidates)
  const trial = counting(await openTrial(app.settings.database, wantedFor(candidates)), onProgress)
  try {
    const before = await mapInOrder(questions, ({ statementWith }) => trial.try(statementWith([])))
    const chosen = await mapInOrder(questions, ({ statementWith, candidates }) =>
      chooseIndexes(statementWith, candidates, trial, ddl),
    )
    // An index that helps one read can slow down another.
    const after = await mapInOrder(questions, ({ statementWith }) => trial.try(statementWith(chosen.flat())))
    const firstWords = chosen.findIndex((some) => some.some(isOfWords))
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

function counting(trial: Trial, onProgress: AdviceProgress): Trial {
  let done = 0
  return {
    ...trial,
    try: (statement) => {
      onProgress('try', done)
      done += 1
      return trial.try(statement)
    },
  }
}

function wantedFor(candidates: readonly Candidate[]): Wanted {
  const tables = new Set(candidates.map(({ table }) => table))
  return { tables: [...tables], words: candidates.some(isOfWords) }
}

const isOfWords = ({ finds }: Candidate): boolean => finds !== null && finds !== 'json'

const NOTHING: Tried = { plan: [], milliseconds: 0 }

async function mapInOrder<From, To>(list: readonly From[], work: (item: From) => Promise<To>): Promise<readonly To[]> {
  const results: To[] = []
  for (const item of list) results.push(await work(item))
  return results
}
