/** A condition on related rows, for tests that need no tables. */

import type { Condition } from '../../src/plan/read-plan.ts'

export const related = (condition: Condition, toMany = false): Condition => ({
  kind: 'exists',
  rows: {
    hop: { from: 'id', fromWhere: [], via: null, to: 'id', toWhere: [], notSelf: false },
    table: 'authors',
    condition,
    isShared: false,
    toMany,
  },
  orNone: { kind: 'no' },
})
