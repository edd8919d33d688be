/** A database and the schema → the statements that migrate it. Only reads. */

import { ProjectError } from '../config/problem.ts'
import type { Run } from '../execute/database.ts'
import { render, type Sql } from '../sql/sql.ts'
import { type Ownership, ownershipOf } from '../tables/ownership.ts'
import { RECORD_DEFINITION, readRecord, writeRecord } from './bookkeeping.ts'
import { findLosses } from './find-losses.ts'
import { type Inspection, readInspection } from './inspection.ts'
import { judge, type Loss, lossProblem } from './losses.ts'
import type { MigrationWish } from './migration-wish.ts'
import { type Recorded, recordSteps } from './record.ts'
import { refuseCollisions } from './refuse-collisions.ts'
import { refuseNewNames } from './refuse-new-names.ts'
import { refuseOthers } from './refuse-others.ts'
import { searchSteps } from './search-steps.ts'
import { SEEDS } from './seeds.ts'
import { altersContent, describeStep, inOrder, type Step, sqlOf } from './step.ts'
import { type NoteContext, noteStrapi, readStrapiTypes, SETTINGS_TABLE } from './strapi-note.ts'
import { switchedOn, tellStrapi, undecided, withDrafts } from './tell-strapi.ts'
import { upkeepSteps } from './upkeep-steps.ts'

export interface Change {
  /** For people. */
  readonly text: string
  /** Whether existing content is changed or deleted. */
  readonly altersContent: boolean
  readonly statements: readonly Sql[]
  /** The table that it creates. */
  readonly creates?: string
  /** The content type or component that has this name from now on. */
  readonly renamedTo?: string
}

export interface Changes {
  readonly ownership: Ownership
  readonly changes: readonly Change[]
  /** Tables and columns that the schema no longer needs, and that were not dropped. */
  readonly postponed: readonly Loss[]
}

/** `inspected`: what is in the database, where that was just read; of a large one this takes a while. */
export async function findChanges(run: Run, wish: MigrationWish, inspected?: Inspection): Promise<Changes> {
  const { ddl, dialect } = wish
  const found = inspected ?? readInspection(await run(render(ddl.inspection, dialect)))
  const ownership = ownershipOf(found)
  refuseOthers(ownership, found, wish)
  const recorded: Recorded = ownership === 'lectern' ? await readRecord(run, dialect) : new Map()
  const strapi = found.tables.has(SETTINGS_TABLE) ? await readStrapiTypes(run, dialect) : null
  refuseCollisions(wish.tables, ddl, recorded)
  const { steps, losses, notesAfter } = await findLosses(run, wish, { found, recorded, strapi })
  const judgement = judge(losses, wish.extent)
  if (judgement.refused.length > 0) throw new ProjectError(judgement.refused.map(lossProblem))
  const others = [...steps, ...judgement.steps, ...notesAfter(judgement)]
  const searching = searchSteps({ wanted: wish.search, ddl: ddl.search, again: wish.recount }, found.search, others)
  const ofStrapi = strapiSteps({ wish, recorded, strapi, ownership }, others)
  const done = inOrder([...others, ...searching, ...ofStrapi])
  refuseNewNames(done, found, ddl)
  const all = [...done, ...(await upkeepSteps(run, wish, found, done))]
  const changes = [...all.map((step) => stepChange(step, wish)), ...seedChanges(all, wish)]
  const book = ownership === 'lectern' && all.length === 0 ? [] : [recordChange(all, recorded, ownership, wish)]
  return { ownership, changes: [...changes.filter(hasStatements), ...book], postponed: judgement.postponed }
}

function strapiSteps(context: NoteContext & { readonly wish: MigrationWish }, steps: readonly Step[]): readonly Step[] {
  const switched = switchedOn(context, steps)
  if (context.wish.extent === 'additive' && switched.length > 0) throw new ProjectError(switched.map(undecided))
  const updated = withDrafts(context.strapi, switched)
  return [...tellStrapi(updated, switched), ...noteStrapi(context, steps, updated)]
}

const hasStatements = ({ statements }: Change) => statements.length > 0

function stepChange(step: Step, { ddl, dialect }: MigrationWish): Change {
  return {
    text: describeStep(step),
    altersContent: altersContent(step),
    statements: sqlOf(step, ddl, dialect),
    ...(step.kind === 'createTable' ? { creates: step.definition.name } : {}),
    ...(step.kind === 'renameModel' ? { renamedTo: step.to } : {}),
  }
}

function seedChanges(steps: readonly Step[], wish: MigrationWish): readonly Change[] {
  return steps.flatMap((step) => {
    const seed = step.kind === 'createTable' ? SEEDS.get(step.definition.name) : undefined
    if (seed === undefined || step.kind !== 'createTable') return []
    return [{ text: `fill ${step.definition.name}`, altersContent: false, statements: seed(wish) }]
  })
}

function recordChange(steps: readonly Step[], recorded: Recorded, ownership: Ownership, wish: MigrationWish): Change {
  const { ddl, dialect, now } = wish
  const create = ownership === 'lectern' ? [] : ddl.createTable(RECORD_DEFINITION)
  const write = writeRecord(recordSteps(recorded, steps), dialect, now)
  const text = `record this in ${RECORD_DEFINITION.name}`
  return { text, altersContent: false, statements: [...create, ...write] }
}
