/** The database as it will be once everything is renamed: all else is planned for that state. */

import type { Inspection } from '../inspection.ts'
import { type Recorded, recordSteps } from '../record.ts'
import type { Rename } from './find-renames.ts'
import type { RenamedColumns } from './rename-columns.ts'

export interface FoundAndRecorded {
  readonly found: Inspection
  readonly recorded: Recorded
}

export function afterRenames<T extends FoundAndRecorded>(known: T, steps: readonly (Rename | RenamedColumns)[]): T {
  if (steps.length === 0) return known
  const tables = new Map(known.found.tables)
  for (const step of steps) {
    const columns = tables.get(step.table)
    if (step.kind !== 'renameColumns' || columns === undefined) continue
    tables.set(step.table, new Set([...columns].map((column) => step.names.get(column) ?? column)))
  }
  return { ...known, found: { ...known.found, tables }, recorded: recordSteps(known.recorded, steps) }
}
