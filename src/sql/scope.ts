/** What every part of a compilation needs: the dialect, and aliases that no other part uses. */

import type { RelatedRows } from '../plan/read-plan.ts'
import type { Dialect } from './dialect.ts'

export interface Scope {
  readonly dialect: Dialect
  /** `t0`, `t1`, … in the order of asking: the same plan always compiles to the same text. */
  readonly alias: () => string
  /** Whether conditions are tested of a few rows only, so that nothing is worth being computed for all. */
  readonly ofFewRows?: true
}

/** For a few rows that are named. */
export function ofFewRows({ dialect, alias }: Scope): Scope {
  return { dialect, alias, ofFewRows: true }
}

/** For rows that they lead to: of a list there may be many. */
export function ofRelated(scope: Scope, { toMany }: Pick<RelatedRows, 'toMany'>): Scope {
  return toMany ? { dialect: scope.dialect, alias: scope.alias } : scope
}

export function newScope(dialect: Dialect): Scope {
  let used = 0
  return { dialect, alias: () => `t${used++}` }
}
