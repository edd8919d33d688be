/** Compares a database with the schema: what is to be done, and what of it loses content. */

import type { Run } from '../execute/database.ts'
import { sharedPointers } from './attributes/exclusive-links.ts'
import { countLeftovers, findLeftovers, type LeftoverContext } from './attributes/find-leftovers.ts'
import { forgetTypes } from './attributes/forget-types.ts'
import { leftColumns } from './attributes/left-columns.ts'
import { leftLinks } from './attributes/left-links.ts'
import { leftPasswords, noteHashes } from './attributes/left-passwords.ts'
import { findMovedModels } from './attributes/moved-models.ts'
import { removeUnplaced } from './attributes/unplaced-components.ts'
import { readDefaultLocale } from './default-locale.ts'
import type { Inspection } from './inspection.ts'
import { countLosses, type Judgement, type Loss } from './losses.ts'
import type { MigrationWish } from './migration-wish.ts'
import { planMigration } from './plan-migration.ts'
import type { Recorded } from './record.ts'
import { afterRenames } from './renames/after-renames.ts'
import { findRenames, type Rename } from './renames/find-renames.ts'
import { withLikelyRenames } from './renames/likely-renames.ts'
import { findRenamedColumns, type RenamedColumns } from './renames/rename-columns.ts'
import type { Risk } from './risks.ts'
import type { Step } from './step.ts'
import { convertedByStrapi } from './strapi-note.ts'
import { findSwitches, type SwitchContext } from './versions/find-switches.ts'

export interface Findings {
  /** Steps that lose nothing. */
  readonly steps: readonly Step[]
  readonly losses: readonly Loss[]
  /** Steps that depend on which losses are allowed. */
  readonly notesAfter: (judgement: Judgement) => readonly Step[]
}

export async function findLosses(run: Run, wish: MigrationWish, before: Known): Promise<Findings> {
  const renames = await findAllRenames(run, wish, before)
  const known = afterRenames(before, renames)
  const { found, recorded } = known
  const plan = planMigration(wish.tables, found, recorded)
  const { steps } = plan
  const risks = withLikelyRenames(plan.risks, { ...wish, found, recorded })
  const context = leftoverContext(run, wish, known, formerNames(renames))
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
    steps: [...renames, ...steps, ...links.settled.flatMap((order) => order.steps), ...links.steps, ...switches.steps],
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

type AnyRename = Rename | RenamedColumns

async function findAllRenames(run: Run, wish: MigrationWish, known: Known): Promise<readonly AnyRename[]> {
  const { tables: wanted, schema, places, ddl, dialect } = wish
  const { found, recorded } = known
  return [
    ...(await findRenames({ run, dialect, content: { schema, tables: places }, wanted, found, recorded })),
    ...findRenamedColumns({ wanted, found, recorded, schema, ddl }),
  ]
}

const formerNames = (renames: readonly AnyRename[]): ReadonlyMap<string, string> =>
  new Map(renames.flatMap((step) => (step.kind === 'renameModel' ? [[step.to, step.from] as const] : [])))

function leftoverContext(
  run: Run,
  wish: MigrationWish,
  { found, recorded }: Pick<Known, 'found' | 'recorded'>,
  former: LeftoverContext['former'],
): LeftoverContext {
  const { schema, places, dialect } = wish
  return {
    former,
    run,
    dialect,
    content: { schema, tables: places },
    recorded,
    isThere: (table) => found.tables.has(table),
    isColumn: (table, column) => found.tables.get(table)?.has(column) === true,
  }
}

/** The database as inspected, and the record of it. */
export interface Known {
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
