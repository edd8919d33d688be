/** Shared by all parts of a compilation: the dialect, and unused aliases. */

import type { RelatedRows } from '../plan/read-plan.ts'
import type { Dialect } from './dialect.ts'

export interface Scope {
  readonly dialect: Dialect
  /** `t0`, `t1`, … in the order of calls: the same plan always compiles to the same text. */
  readonly alias: () => string
  /** Set if conditions are tested for a few rows only, so that computing a set for all rows is not worth it. */
  readonly ofFewRows?: true
}

/** For a few rows that are requested by id. */
export function ofFewRows({ dialect, alias }: Scope): Scope {
  return { dialect, alias, ofFewRows: true }
}

/** For related rows: a list may have many. */
export function ofRelated(scope: Scope, { toMany }: Pick<RelatedRows, 'toMany'>): Scope {
  return toMany ? { dialect: scope.dialect, alias: scope.alias } : scope
}

export function newScope(dialect: Dialect): Scope {
  let used = 0
  return { dialect, alias: () => `t${used++}` }
}
