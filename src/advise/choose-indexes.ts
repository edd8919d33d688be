/** Candidates → those that the database uses and that make the statement faster. */

import type { Trial, Tried } from '../execute/trial.ts'
import type { Ddl } from '../sql/ddl.ts'
import type { Sql } from '../sql/sql.ts'
import type { Statement } from '../sql/statement.ts'
import type { TableIndex } from '../tables/tables.ts'
import type { Candidate } from './candidate.ts'

/** An index is worth creating when it saves this share of the time, and more milliseconds than the error of a measurement. */
const LEAST_SHARE_SAVED = 0.2
const LEAST_SAVED = 0.1

/** How often a helpful index must be confirmed: a busy machine can slow down the run without the index by chance. */
const CONFIRMATIONS = 2

/** The statement as it would be compiled if the database also had these indexes. */
export type StatementWith = (added: readonly Candidate[]) => Statement

/** Chosen indexes stay in the trial, so that the next statement can use them. */
export async function chooseIndexes(
  statementWith: StatementWith,
  candidates: readonly Candidate[],
  trial: Trial,
  ddl: Ddl,
): Promise<readonly Candidate[]> {
  const trials = { trial, ddl, statementWith }
  const before = await trial.try(statementWith([]))
  const helpful = await helpfulAlone(candidates, before, trials)
  let after = before
  let chosen: readonly Candidate[] = []
  for (const one of helpful) {
    const tried = await tryWith(one, chosen, trials)
    if (tried !== null && helps(one, tried, after)) {
      const spare = chosen.filter(({ index }) => !isUsed(index.name, tried.plan))
      for (const other of spare) await drop(other, trials)
      after = tried
      chosen = [...chosen.filter((other) => !spare.includes(other)), one]
    } else if (tried !== null) await drop(one, trials)
  }
  return chosen
}

interface Trials {
  readonly trial: Trial
  readonly ddl: Ddl
  readonly statementWith: StatementWith
}

/** Candidates that help on their own, the best first. */
async function helpfulAlone(
  candidates: readonly Candidate[],
  before: Tried,
  trials: Trials,
): Promise<readonly Candidate[]> {
  const helpful: { readonly one: Candidate; readonly tried: Tried }[] = []
  for (const one of candidates.filter((one) => !isThere(one, trials.trial.indexes))) {
    const tried = await tryWith(one, [], trials)
    if (tried === null) continue
    await drop(one, trials)
    if (helps(one, tried, before) && (await isConfirmed(one, tried, trials))) helpful.push({ one, tried })
  }
  return helpful.sort((a, b) => a.tried.milliseconds - b.tried.milliseconds).map(({ one }) => one)
}

async function isConfirmed(one: Candidate, tried: Tried, { trial, statementWith }: Trials): Promise<boolean> {
  for (let times = 0; times < CONFIRMATIONS; times++) {
    if (!helps(one, tried, await trial.try(statementWith([])))) return false
  }
  return true
}

/** Null if the database has no such kind of index, or the index would miss matches. */
export function creationOf({ table, index, finds }: Candidate, trial: Trial, ddl: Ddl): readonly Sql[] | null {
  if (finds === null) return ddl.createIndex(table, index)
  if (finds === 'json') return ddl.createJsonIndex === null ? null : [ddl.createJsonIndex(table, index)]
  return trial.words?.tests.includes(finds) === true ? [trial.words.create(table, index, finds)] : null
}

/** Null when the database refuses the index: one of that name exists already, or values are too long for it. */
async function tryWith(
  one: Candidate,
  chosen: readonly Candidate[],
  { trial, ddl, statementWith }: Trials,
): Promise<Tried | null> {
  const creation = creationOf(one, trial, ddl)
  if (creation === null) return null
  try {
    await change(creation, trial)
  } catch {
    return null
  }
  return trial.try(statementWith([...chosen, one]))
}

function drop({ table, index }: Candidate, { trial, ddl }: Trials): Promise<void> {
  return change(ddl.dropIndex(table, index), trial)
}

async function change(fragments: readonly Sql[], trial: Trial): Promise<void> {
  for (const fragment of fragments) await trial.change(fragment)
}

function helps({ index }: Candidate, tried: Tried, than: Tried): boolean {
  const saved = than.milliseconds - tried.milliseconds
  return saved > LEAST_SAVED && saved > than.milliseconds * LEAST_SHARE_SAVED && isUsed(index.name, tried.plan)
}

function isUsed(index: string, plan: readonly string[]): boolean {
  return plan.some((line) => line.split(/\W+/).includes(index))
}

/** Whether an existing index does the same: it begins with the same columns or, for words, has all of them. */
function isThere({ table, index, finds }: Candidate, existing: readonly TableIndex[]): boolean {
  return existing.some(
    (other) =>
      other.table === table &&
      other.words === finds &&
      (other.rows === 'all' || index.where !== null) &&
      index.descending === undefined &&
      index.columns.every((column, at) =>
        finds === null ? other.columns[at] === column : other.columns.includes(column),
      ),
  )
}
