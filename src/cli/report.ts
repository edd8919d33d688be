/** Prints failures: what is wrong and what to do, without a stack trace unless requested. */

import { CannotCompare } from '../compare/cannot-compare.ts'
import { describeProblem, type Problem, ProjectError } from '../config/problem.ts'
import { ApiError } from '../errors/api-error.ts'
import { storageError } from '../errors/storage-error.ts'
import { systemProblem } from '../files/system-problem.ts'
import { CannotPull } from '../pull/cannot-pull.ts'
import type { Context } from './context.ts'
import { type Style, styleFor } from './style.ts'
import { UsageError } from './usage-error.ts'

export function reportFailure(error: unknown, context: Pick<Context, 'err' | 'env' | 'colour'>): void {
  const style = styleFor(context.colour.err)
  for (const line of describeFailure(error, style)) context.err(line)
  const wantsStack = (context.env.LECTERN_DEBUG ?? '') !== ''
  if (wantsStack && error instanceof Error) context.err(style.dim(error.stack ?? ''))
  else if (!isForPeople(error)) context.err(style.dim('Set LECTERN_DEBUG=1 to see where it happened.'))
}

function describeFailure(error: unknown, style: Style): readonly string[] {
  if (error instanceof ProjectError) return describeProblems(error.problems, style)
  return [`${style.red('lectern:')} ${messageOf(error)}`]
}

const IN_USE =
  'Nothing was changed. Another program may have the table locked, or the server may be busy: run the command again when that is over.'

/** Clients do not get the database's messages, but an operator needs them: they name the table, for example. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const known = error instanceof ApiError ? error : storageError(error)
  const ofSystem = systemProblem(known?.cause ?? error)
  if (ofSystem !== null) return ofSystem
  if (known === null || !(known.cause instanceof Error)) return error.message
  const reason = known.cause.message
  if (known.code === 'STORAGE_FULL') return `The disk is full: ${reason}. Make room on it, then run the command again.`
  if (known.code === 'DATABASE_UNAVAILABLE')
    return `${known.message}: ${reason}. Run the command again when it is available.`
  if (known.code === 'QUERY_TIMEOUT') return `${known.message}: ${reason}. ${IN_USE}`
  if (known.code === 'DATABASE_DENIED')
    return `The database user may not do this: ${reason}. Grant it the right, or name a user who has it with --database.`
  if (known.code === 'STORAGE_READ_ONLY')
    return `Nothing can be written, because the disk or the database is read-only: ${reason}.`
  return `${known.message.replace(/\.$/, '')}: ${reason}`
}

function describeProblems(problems: readonly Problem[], style: Style): readonly string[] {
  const lines = problems.map((problem) => `${style.red('✗')} ${describeProblem(problem)}`)
  return problems.length > 1 ? [...lines, `${problems.length} problems.`] : lines
}

/** Errors of the environment, for which a stack trace is no help. */
const OUTAGES: ReadonlySet<string> = new Set([
  'STORAGE_FULL',
  'STORAGE_READ_ONLY',
  'DATABASE_UNAVAILABLE',
  'DATABASE_DENIED',
  'QUERY_TIMEOUT',
])

function isForPeople(error: unknown): boolean {
  const isOutage = error instanceof ApiError ? OUTAGES.has(error.code) : storageError(error) !== null
  if (systemProblem(error) !== null) return true
  return isOutage || [ProjectError, UsageError, CannotCompare, CannotPull].some((kind) => error instanceof kind)
}
