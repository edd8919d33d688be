/** A database and the schema → the statements that migrate it. Only reads. */

import { ProjectError, refusal } from '../config/problem.ts'
import type { Run } from '../execute/database.ts'
import type { Schema } from '../schema/schema.ts'
import type { Ddl } from '../sql/ddl.ts'
import type { Dialect } from '../sql/dialect.ts'
import { render, type Sql } from '../sql/sql.ts'
import { COUNT_TABLE, lostCounts } from '../sql/stored-counts.ts'
import { type Ownership, ownershipOf } from '../tables/ownership.ts'
import type { SearchIndex } from '../tables/search-index.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { rowNotesOf, signatureOf, tableRoles } from '../tables/table-roles.ts'
import type { Tables } from '../tables/tables.ts'
import { sharedPointers } from './attributes/exclusive-links.ts'
import { countLeftovers, findLeftovers, type LeftoverContext } from './attributes/find-leftovers.ts'
import { forgetTypes } from './attributes/forget-types.ts'
import { leftColumns } from './attributes/left-columns.ts'
import { leftLinks } from './attributes/left-links.ts'
import { leftPasswords, noteHashes } from './attributes/left-passwords.ts'
import { findMovedModels } from './attributes/moved-models.ts'
import { removeUnplaced } from './attributes/unplaced-components.ts'
import { RECORD_DEFINITION, readRecord, writeRecord } from './bookkeeping.ts'
import { readDefaultLocale } from './default-locale.ts'
import { type Inspection, readInspection } from './inspection.ts'
import { countLosses, type Extent, type Judgement, judge, type Loss, lossProblem } from './losses.ts'
import { planMigration } from './plan-migration.ts'
import { type Recorded, recordSteps } from './record.ts'
import { refuseCollisions } from './refuse-collisions.ts'
import { refuseNewNames } from './refuse-new-names.ts'
import type { Risk } from './risks.ts'
import { searchSteps } from './search-steps.ts'
import { SEEDS } from './seeds.ts'
import { altersContent, describeStep, inOrder, type Step, sqlOf } from './step.ts'
import { convertedByStrapi, type NoteContext, noteStrapi, readStrapiTypes, SETTINGS_TABLE } from './strapi-note.ts'
import { switchedOn, tellStrapi, undecided, withDrafts } from './tell-strapi.ts'
import { findSwitches, type SwitchContext } from './versions/find-switches.ts'

export interface MigrationWish {
  readonly tables: readonly TableDefinition[]
  /** Full-text indexes. */
  readonly search: readonly SearchIndex[]
  readonly schema: Schema
  /** Where entries of the schema are stored. */
  readonly places: Tables
  readonly ddl: Ddl
  readonly dialect: Dialect
  readonly extent: Extent
  /** Whether a database that Strapi made may be added to. */
  readonly adopt: boolean
  /** Whether stored row counts are computed again. */
  readonly recount: boolean
  /** Code of the first locale of a new database. */
  readonly locale: string
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface Change {
  /** For people. */
  readonly text: string
  /** Whether something that was there is changed or deleted. */
  readonly altersContent: boolean
  readonly statements: readonly Sql[]
  /** The table that it creates. */
  readonly creates?: string
}

export interface Changes {
  readonly ownership: Ownership
  readonly changes: readonly Change[]
  /** What the schema no longer needs, and was left in place. */
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
  const lost = found.tables.has(COUNT_TABLE) ? await run(render(lostCounts, dialect)) : []
  const wrong = new Set(lost.map(([name]) => String(name)))
  const isRight = (table: string) => !wish.recount && !wrong.has(table)
  const counted = new Set([...found.counted].filter(isRight))
  const others = [...steps, ...judgement.steps, ...notesAfter(judgement)]
  const searching = searchSteps({ wanted: wish.search, ddl: ddl.search, again: wish.recount }, found.search, others)
  const ofStrapi = strapiSteps({ wish, recorded, strapi, ownership }, others)
  const done = inOrder([...others, ...searching, ...ofStrapi])
  refuseNewNames(done, found, ddl)
  // A new revision invalidates what was cached while changes were not recorded, and what an earlier index has found.
  const indexed = new Set(searching.flatMap((step) => (step.kind === 'buildSearch' ? [step.index.table] : [])))
  const tracked = new Map(wish.recount ? [] : [...found.tracked].filter(([table]) => !indexed.has(table)))
  const all = [...done, ...tracking(done, wish, tracked), ...counting(done, wish.tables, counted)]
  const changes = [...all.map((step) => stepChange(step, wish)), ...seedChanges(all, wish)]
  const book = ownership === 'lectern' && all.length === 0 ? [] : [recordChange(all, recorded, ownership, wish)]
  return { ownership, changes: [...changes.filter(hasStatements), ...book], postponed: judgement.postponed }
}

function strapiSteps(context: NoteContext & { readonly wish: MigrationWish }, steps: readonly Step[]): readonly Step[] {
  const switched = switchedOn(context, steps)
  if (context.wish.extent === 'additive' && switched.length > 0) throw new ProjectError(switched.map(undecided))
  const told = withDrafts(context.strapi, switched)
  return [...tellStrapi(told, switched), ...noteStrapi(context, steps, told)]
}

interface Findings {
  /** Steps that lose nothing. */
  readonly steps: readonly Step[]
  readonly losses: readonly Loss[]
  /** Steps that depend on which losses are allowed. */
  readonly notesAfter: (judgement: Judgement) => readonly Step[]
}

async function findLosses(run: Run, wish: MigrationWish, known: Known): Promise<Findings> {
  const { found, recorded } = known
  const { steps, risks } = planMigration(wish.tables, found, recorded)
  const context = leftoverContext(run, wish, found, recorded)
  const links = leftLinks(context.content, recorded, risks)
  const switches = await findSwitches(await switchContext(run, wish, { ...known, risks }))
  const leftovers = await findLeftovers(context)
  const moved = await findMovedModels(context)
  const counted = await countLosses(
    risks.filter((risk) => !links.settled.includes(risk)),
    run,
    wish.dialect,
    wish.ddl,
  )
  return {
    steps: [...steps, ...links.settled.flatMap((order) => order.steps), ...links.steps, ...switches.steps],
    losses: [
      ...counted,
      ...switches.losses,
      ...(await countLeftovers(context, [
        ...links.leftovers,
        ...sharedPointers(context.content, recorded, risks),
        ...leftColumns(wish.tables, recorded, context.isColumn),
        ...leftPasswords(context.content, recorded, context.isColumn),
      ])),
      ...leftovers.flatMap(({ losses }) => losses),
      ...moved.losses,
    ],
    notesAfter: ({ postponed, steps: allowed }) => [
      ...leftovers.filter(({ losses }) => !losses.some((loss) => postponed.includes(loss))).map(({ note }) => note),
      ...moved.notes(postponed.length > 0),
      ...noteHashes(context.content, recorded, allowed),
      ...forgetTypes(context.content, recorded, allowed, context.isThere),
      ...removeUnplaced(context, found.tables, allowed, moved.isAnyMoved && postponed.length === 0),
    ],
  }
}

function leftoverContext(run: Run, wish: MigrationWish, found: Inspection, recorded: Recorded): LeftoverContext {
  const { schema, places, dialect } = wish
  return {
    run,
    dialect,
    content: { schema, tables: places },
    recorded,
    isThere: (table) => found.tables.has(table),
    isColumn: (table, column) => found.tables.get(table)?.has(column) === true,
  }
}

/** What is in the database, and what is recorded of it. */
interface Known {
  readonly found: Inspection
  readonly recorded: Recorded
  /** By Strapi; null for nothing. */
  readonly strapi: string | null
}

interface Differences extends Known {
  readonly risks: readonly Risk[]
}

async function switchContext(
  run: Run,
  wish: MigrationWish,
  { found, recorded, strapi, risks }: Differences,
): Promise<SwitchContext> {
  const { schema, places, tables, ddl, dialect, extent, locale, now } = wish
  const steps = extent === 'additive' ? [] : risks.flatMap((risk) => risk.steps)
  const dropped = new Set(
    steps.flatMap((step) =>
      step.kind === 'dropColumn' || step.kind === 'retireColumn' ? [JSON.stringify([step.table, step.column])] : [],
    ),
  )
  const isDropped = (table: string, column: string) => dropped.has(JSON.stringify([table, column]))
  const definitions = new Map(tables.map((table) => [table.name, table]))
  const columnsOf = (table: string): readonly string[] => {
    const wanted = definitions.get(table)?.columns.map(({ name }) => name) ?? []
    const others = [...(found.tables.get(table) ?? [])].filter((column) => !isDropped(table, column))
    return [...new Set([...wanted, ...others])]
  }
  return {
    run,
    dialect,
    content: { schema, tables: places, ddl, columnsOf },
    recorded,
    isThere: (table) => found.tables.has(table),
    converted: convertedByStrapi({ wish, recorded, strapi }),
    locale: await readDefaultLocale(run, dialect, found, locale),
    now,
  }
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

const hasStatements = ({ statements }: Change) => statements.length > 0

function stepChange(step: Step, { ddl, dialect }: MigrationWish): Change {
  return {
    text: describeStep(step),
    altersContent: altersContent(step),
    statements: sqlOf(step, ddl, dialect),
    ...(step.kind === 'createTable' ? { creates: step.definition.name } : {}),
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

function refuseOthers(ownership: Ownership, found: Inspection, { adopt }: MigrationWish): void {
  if (ownership === 'strapi' && !adopt) {
    throw refusal(
      'Strapi made this database, so Lectern does not change it by default. To add what is missing, run lectern migrate with --adopt.',
    )
  }
  if (ownership === 'strapi' && !found.tables.has('strapi_migrations_internal')) {
    throw refusal(
      'This is a database of Strapi 4; upgrade the project to Strapi 5 first, which also migrates its database.',
    )
  }
  if (ownership === 'foreign') {
    throw refusal(
      'The database has tables that neither Lectern nor Strapi made. Give an empty database, or a new file.',
    )
  }
}
