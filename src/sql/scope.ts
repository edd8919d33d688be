/** What every part of a compilation needs: the dialect, and aliases that no other part uses. */

import type { Dialect } from './dialect.ts'

export interface Scope {
  readonly dialect: Dialect
  /** `t0`, `t1`, … in the order of asking: the same plan always compiles to the same text. */
  readonly alias: () => string
}

export function newScope(dialect: Dialect): Scope {
  let used = 0
  return { dialect, alias: () => `t${used++}` }
}
