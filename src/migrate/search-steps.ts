/** Full-text indexes: wanted ones, existing ones → the steps between them. */

import type { SearchDdl } from '../sql/search-ddl.ts'
import type { SearchIndex } from '../tables/search-index.ts'
import type { Inspection } from './inspection.ts'
import type { Step } from './step.ts'

export interface SearchWish {
  readonly wanted: readonly SearchIndex[]
  readonly ddl: SearchDdl
  /** Whether to rebuild all: writes may have bypassed their triggers. */
  readonly again: boolean
}

/** `steps`: all other steps of the migration. An index is dropped before its columns change, and rebuilt after that. */
export function searchSteps(
  { wanted, ddl, again }: SearchWish,
  found: Inspection['search'],
  steps: readonly Step[],
): readonly Step[] {
  const altered = new Set(steps.flatMap(alteredTable))
  const stays = (index: SearchIndex) => !again && !altered.has(index.table) && isComplete(index, found, ddl)
  const kept = new Set(wanted.filter(stays).map(({ name }) => name))
  return [
    ...[...found]
      .filter(([index]) => !kept.has(index))
      .map(([index, objects]): Step => ({ kind: 'dropSearch', index, objects })),
    ...wanted.filter(({ name }) => !kept.has(name)).map((index): Step => ({ kind: 'buildSearch', index })),
  ]
}

export function isComplete(index: SearchIndex, found: Inspection['search'], ddl: SearchDdl): boolean {
  const there = new Set((found.get(index.name) ?? []).map(({ name }) => name))
  return ddl.partsOf(index).every((part) => there.has(part))
}

/** Tables whose triggers are lost in a step, or prevent it. */
function alteredTable(step: Step): readonly string[] {
  switch (step.kind) {
    case 'createTable':
      return [step.definition.name]
    case 'dropTable':
    case 'dropColumn':
    case 'retireColumn':
      return [step.table]
    case 'changeType':
      return [step.change.table]
    default:
      return []
  }
}
