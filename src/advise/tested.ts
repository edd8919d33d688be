/** The tests in the condition of one table's rows. */

import { PUBLISHED_AT } from '../plan/columns.ts'
import { itemsOf } from '../plan/conditions.ts'
import type { Condition } from '../plan/read-plan.ts'
import { publishedIn } from '../plan/version-rows.ts'
import type { IndexDefinition } from '../tables/table-definition.ts'

export type Tested = Extract<Condition, { kind: 'test' }>

export const isTest = (condition: Condition): condition is Tested => condition.kind === 'test'

/** Tests of the row itself, at any depth of the condition. */
export function testsIn(condition: Condition): readonly Tested[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.items.flatMap(testsIn)
  return isTest(condition) ? [condition] : []
}

/** An index may hold only drafts or only published rows: `where "published_at" is null`, or `is not null`. */
export function versionOf(condition: Condition): IndexDefinition['where'] {
  const published = itemsOf(condition).flatMap((item) => publishedIn(item) ?? [])[0]
  return published === undefined ? null : { column: PUBLISHED_AT.name, isNull: !published }
}
