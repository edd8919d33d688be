/** The triggers that tables get: those that record changes, and those that maintain row counts. */

import type { Run } from '../execute/database.ts'
import { render } from '../sql/sql.ts'
import { COUNT_TABLE, lostCounts } from '../sql/stored-counts.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { rowNotesOf, signatureOf, tableRoles } from '../tables/table-roles.ts'
import type { Inspection } from './inspection.ts'
import type { MigrationWish } from './migration-wish.ts'
import type { Step } from './step.ts'

/** `steps`: all others. */
export async function upkeepSteps(
  run: Run,
  wish: MigrationWish,
  found: Inspection,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  const tracked = wish.recount ? new Map<string, string>() : trackedAfter(steps, found)
  const counted = wish.recount ? new Set<string>() : await rightlyCounted(run, wish, found)
  return [...tracking(steps, wish, tracked), ...counting(steps, wish.tables, counted)]
}

/** A new revision invalidates what was cached while changes were not recorded, and what an earlier index has found. */
function trackedAfter(steps: readonly Step[], { tracked }: Inspection): Inspection['tracked'] {
  const indexed = new Set(steps.flatMap((step) => (step.kind === 'buildSearch' ? [step.index.table] : [])))
  return new Map([...tracked].filter(([table]) => !indexed.has(table)))
}

async function rightlyCounted(run: Run, { dialect }: MigrationWish, { tables, counted }: Inspection): Promise<Names> {
  const lost = tables.has(COUNT_TABLE) ? await run(render(lostCounts, dialect)) : []
  const wrong = new Set(lost.map(([name]) => String(name)))
  return new Set([...counted].filter((table) => !wrong.has(table)))
}

/** No response depends on Lectern's own tables. */
const hasReaders = ({ name }: TableDefinition) => !name.startsWith('lectern_')

/** New and replaced tables have no triggers yet; those of an older version or another schema tell less. */
function tracking(
  steps: readonly Step[],
  { tables: wanted, schema }: MigrationWish,
  tracked: Inspection['tracked'],
): readonly Step[] {
  const roles = tableRoles(schema)
  const notesOf = (table: string) => {
    const role = roles.get(table)
    return role === undefined ? null : rowNotesOf(role)
  }
  const isTracked = (table: string): boolean => {
    const notes = notesOf(table)
    return tracked.get(table) === (notes === null ? '' : String(signatureOf(notes)))
  }
  const done = new Set([...tracked.keys()].filter(isTracked))
  const tables = namesWithout(wanted.filter(hasReaders), steps, done).map((name) => ({ name, notes: notesOf(name) }))
  return tables.length === 0 ? [] : [{ kind: 'trackTables', tables }]
}

function counting(steps: readonly Step[], wanted: readonly TableDefinition[], counted: Names): readonly Step[] {
  const tables = namesWithout(wanted.filter(hasVersions), steps, counted)
  return tables.length === 0 ? [] : [{ kind: 'countTables', tables }]
}

type Names = ReadonlySet<string>

function namesWithout(wanted: readonly TableDefinition[], steps: readonly Step[], done: Names): readonly string[] {
  const created = new Set(steps.flatMap((step) => (step.kind === 'createTable' ? [step.definition.name] : [])))
  return wanted.map(({ name }) => name).filter((name) => created.has(name) || !done.has(name))
}

/** Content types have versions and locales; components and links follow the rows that use them. */
export function hasVersions({ columns }: TableDefinition): boolean {
  return ['locale', 'published_at'].every((wanted) => columns.some(({ name }) => name === wanted))
}
