/**
 * Types whose Draft & Publish or locales were switched on or off since the database was last migrated → what to do with
 * their entries. The record says how they were; where it does not, because an earlier version of Lectern wrote it or
 * Strapi made the table, the rows themselves do.
 */

import type { Run } from '../../execute/database.ts'
import { typesWithRoutes } from '../../schema/models.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { isSameDocument, isSameLocale } from '../../sql/same-document.ts'
import { literal, render, type Sql, sql } from '../../sql/sql.ts'
import { assign, updateWhere } from '../../sql/write-rows.ts'
import { lecternIndex } from '../../tables/names.ts'
import { tableOf } from '../../tables/tables.ts'
import type { Loss } from '../losses.ts'
import type { Recorded, RecordedTable } from '../record.ts'
import type { Step } from '../step.ts'
import { versionStateOf } from '../version-state.ts'
import { type Content, tableNamed } from './content.ts'
import { makeDrafts, withoutDraft } from './make-drafts.ts'
import { countRemoved, DRAFTS, displaced, otherLocales, type Removal } from './removal.ts'
import { removeRows } from './remove-rows.ts'

export interface Switches {
  /** Steps that lose nothing. */
  readonly steps: readonly Step[]
  readonly losses: readonly Loss[]
}

export interface SwitchContext {
  readonly run: Run
  readonly dialect: Dialect
  /** `versioned` is not known yet. */
  readonly content: Omit<Content, 'versioned'>
  readonly recorded: Recorded
  readonly isThere: (table: string) => boolean
  /** UIDs of types that need nothing: Strapi has converted their entries. */
  readonly converted: ReadonlySet<string>
  readonly locale: string
  readonly now: number
}

export async function findSwitches(context: SwitchContext): Promise<Switches> {
  const types = typesWithRoutes(context.content.schema)
  const notes = types.flatMap((type) => noteOf(context, type))
  const changed = types.filter(
    (type) =>
      isOurs(context, type) &&
      !context.converted.has(type.uid) &&
      notes.some(({ table }) => table === tableIn(context, type)),
  )
  const versioned = new Set<string>()
  for (const type of types) if (await hadDrafts(context, type)) versioned.add(type.uid)
  const found: Switches[] = []
  const each = async (find: (content: Content, type: ContentType) => Promise<Switches>) => {
    for (const type of changed) found.push(await find({ ...context.content, versioned: new Set(versioned) }, type))
  }
  await each((content, type) => localesOff(context, content, type))
  await each(async (content, type) => {
    const off = await draftsOff(context, content, type)
    if (!type.draftAndPublish) versioned.delete(type.uid)
    return off
  })
  await each((content, type) => localesOn(context, content, type))
  await each(async (content, type) => {
    const on = await draftsOn(context, content, type)
    if (type.draftAndPublish) versioned.add(type.uid)
    return on
  })
  return { steps: [...found.flatMap(({ steps }) => steps), ...notes], losses: found.flatMap(({ losses }) => losses) }
}

const NOTHING: Switches = { steps: [], losses: [] }

const tableIn = ({ content }: SwitchContext, { uid }: ContentType): string => tableOf(content.tables, uid).table

const hasRows = (context: SwitchContext, type: ContentType): boolean => context.isThere(tableIn(context, type))

/** A table that Strapi made, and that is recorded for the first time, is as Strapi wants it. */
function isOurs(context: SwitchContext, type: ContentType): boolean {
  const record = recordOf(context, type)
  return hasRows(context, type) && (record?.whole === true || record?.versions !== undefined)
}

function recordOf(context: SwitchContext, type: ContentType): RecordedTable | undefined {
  return context.recorded.get(tableIn(context, type))
}

/** For the next migration. */
function noteOf(context: SwitchContext, type: ContentType) {
  const versions = versionStateOf(type)
  const before = recordOf(context, type)?.versions
  const isKnown = before?.draftAndPublish === versions.draftAndPublish && before.localized === versions.localized
  return isKnown ? [] : [{ kind: 'noteVersions' as const, table: tableIn(context, type), versions }]
}

async function hadDrafts(context: SwitchContext, type: ContentType): Promise<boolean> {
  if (!hasRows(context, type) || context.converted.has(type.uid)) return type.draftAndPublish
  const record = recordOf(context, type)
  if (record?.versions !== undefined) return record.versions.draftAndPublish
  // Tables of collections that Lectern made have these indexes since the first version.
  const hadIndex = record?.indexes.some(({ name }) => name === lecternIndex(record.name, 'draft')) === true
  if (hadIndex) return true
  if (record?.whole !== true) return type.draftAndPublish
  if (type.draftAndPublish) return type.kind === 'singleType'
  const table = tableNamed(context.content, type)
  const twice = sql`select 1 from ${table} as d join ${table} as p on ${isSameDocument('d', 'p')} and ${isSameLocale('d', 'p')} where d."published_at" is null and p."published_at" is not null limit 1`
  return (await ask(context, twice)).length > 0
}

async function ask({ run, dialect }: SwitchContext, statement: Sql) {
  return run(render(statement, dialect))
}

async function count(context: SwitchContext, from: Sql): Promise<number> {
  const [row] = await ask(context, sql`select count(*) ${from}`)
  return Number(row?.[0] ?? 0)
}

async function localesOff(context: SwitchContext, content: Content, type: ContentType): Promise<Switches> {
  if (type.localized || recordOf(context, type)?.versions?.localized === false) return NOTHING
  const table = tableNamed(content, type)
  if ((await count(context, sql`from ${table} where "locale" is not null`)) === 0) return NOTHING
  const { locale } = context
  const step: Step = {
    kind: 'removeLocales',
    table: tableIn(context, type),
    text: `keep entries of ${tableIn(context, type)} in ${locale} only, without a locale`,
    statements: [
      ...removeRows(content, type, otherLocales(content, type, locale)),
      updateWhere(tableIn(context, type), assign({ locale: sql`null` }), sql`"locale" is not null`),
    ],
  }
  const why = `${type.uid} is no longer localized: only entries in ${locale}, the default locale, stay`
  return removal({ context, content, type, rows: otherLocales(content, type, locale) }, step, [
    `${why}: other locales are deleted`,
    `${why}: entries that do not exist in it are deleted (to keep them, give them a version in ${locale} first)`,
  ])
}

async function draftsOff(context: SwitchContext, content: Content, type: ContentType): Promise<Switches> {
  if (type.draftAndPublish || !content.versioned.has(type.uid)) return NOTHING
  const step: Step = {
    kind: 'removeDrafts',
    table: tableIn(context, type),
    text: `delete drafts in ${tableIn(context, type)}`,
    statements: removeRows(content, type, DRAFTS),
  }
  const why = `Draft & Publish is off for ${type.uid} now, and drafts are deleted`
  return removal({ context, content, type, rows: DRAFTS }, step, [
    `${why}, with their changes since they were published`,
    `${why}: these entries were never published, and are lost completely`,
  ])
}

interface RemovedRows {
  readonly context: SwitchContext
  readonly content: Content
  readonly type: ContentType
  readonly rows: Removal
}

/** Two losses: rows that are replaced by another one, and rows with which an entry disappears. */
async function removal(
  { context, content, type, rows }: RemovedRows,
  step: Step,
  reasons: readonly [string, string],
): Promise<Switches> {
  const [counted = []] = await ask(context, countRemoved(content, type, rows))
  const losses = reasons
    .map((reason, index) => ({ reason, rows: Number(counted[index] ?? 0) }))
    .filter((loss) => loss.rows > 0)
    .map(({ reason, rows: lost }, index): Loss => {
      const table = tableIn(context, type)
      const steps = index === 0 ? [step] : []
      return { risk: { table, column: null, rows: 'all', reason, needed: true, steps }, rows: lost }
    })
  return { steps: losses.length === 0 && step.kind === 'removeLocales' ? [step] : [], losses }
}

async function localesOn(context: SwitchContext, content: Content, type: ContentType): Promise<Switches> {
  if (!type.localized || recordOf(context, type)?.versions?.localized === true) return NOTHING
  const table = tableNamed(content, type)
  if ((await count(context, sql`from ${table} where "locale" is null`)) === 0) return NOTHING
  const { locale } = context
  const rows = displaced(content, type, locale)
  const isTaken = (await count(context, sql`from ${table} as r where ${rows.goes}`)) > 0
  const step: Step = {
    kind: 'fillLocale',
    table: tableIn(context, type),
    text: `put entries of ${tableIn(context, type)} into the default locale, ${locale}`,
    statements: [
      ...(isTaken ? removeRows(content, type, rows) : []),
      updateWhere(tableIn(context, type), assign({ locale: literal(locale) }), sql`"locale" is null`),
    ],
  }
  if (!isTaken) return { steps: [step], losses: [] }
  const why = `${type.uid} is localized now, and these entries already have a version in ${locale}, the default locale: those without a locale are deleted`
  return removal({ context, content, type, rows }, step, [why, why])
}

async function draftsOn(context: SwitchContext, content: Content, type: ContentType): Promise<Switches> {
  if (!type.draftAndPublish || recordOf(context, type)?.versions?.draftAndPublish === true) return NOTHING
  const table = tableNamed(content, type)
  const isNew = !content.versioned.has(type.uid)
  const lacking =
    (await count(context, withoutDraft(content, type))) +
    (isNew ? await count(context, sql`from ${table} where "published_at" is null`) : 0)
  if (lacking === 0) return NOTHING
  // Without Draft & Publish every entry was visible, whatever its `published_at`.
  const time = context.dialect.stored(context.now, 'datetime')
  const published = assign({ published_at: sql`coalesce("updated_at", "created_at", ${time})` })
  const publish = updateWhere(tableIn(context, type), published, sql`"published_at" is null`)
  return {
    steps: [
      {
        kind: 'makeDrafts',
        table: tableIn(context, type),
        text: `make drafts of entries in ${tableIn(context, type)}`,
        statements: [...(isNew ? [publish] : []), ...makeDrafts(content, type)],
      },
    ],
    losses: [],
  }
}
