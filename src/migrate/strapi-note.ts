/**
 * Strapi goes on working with a database that Lectern has added to. So Lectern stores which content types Strapi had
 * recorded there: if Strapi has recorded others since, the schema files must agree with them; if not, only the files count,
 * since the project may have left Strapi.
 */

import { createHash } from 'node:crypto'
import { jsonIn } from '../config/json-in.ts'
import { isRecord } from '../config/project-config.ts'
import type { Run } from '../execute/database.ts'
import { differsFrom, type RecordedTypes } from '../schema/recorded-types.ts'
import type { Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { bind, render, type Sql, sql } from '../sql/sql.ts'
import type { Ownership } from '../tables/ownership.ts'
import type { Tables } from '../tables/tables.ts'
import type { Recorded } from './record.ts'
import type { Step } from './step.ts'

export const SETTINGS_TABLE = 'strapi_core_store_settings'

export const CONTENT_TYPES_KEY = 'strapi_content_types_schema'

const VALUE = sql`"value"`

const contentTypes = (value: Sql) =>
  sql`select ${value} from "strapi_core_store_settings" where "key" = ${bind(CONTENT_TYPES_KEY)} order by "id" limit 1`

/** Null where Strapi has recorded nothing. */
export function readStrapiTypes(run: Run, dialect: Dialect): Promise<string | null> {
  return readOne(contentTypes(VALUE), run, dialect)
}

/** Changes with them. */
export async function readStrapiStamp(run: Run, dialect: Dialect): Promise<string> {
  return digestOf(await readOne(contentTypes(dialect.fingerprint(VALUE)), run, dialect))
}

async function readOne(query: Sql, run: Run, dialect: Dialect): Promise<string | null> {
  const [row] = await run(render(query, dialect))
  return typeof row?.[0] === 'string' ? row[0] : null
}

export function digestOf(text: string | null): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('base64')
}

export function parseTypes(text: string | null): RecordedTypes {
  const value = jsonIn(text ?? '')
  return isRecord(value) ? value : {}
}

/** Instead of a digest: Strapi's types differ from those of the schema files, but must agree with them. */
const NONE = ''

export interface NoteContext {
  readonly wish: { readonly schema: Schema; readonly places: Tables }
  readonly recorded: Recorded
  /** Strapi's record, unparsed; null if it has none. */
  readonly strapi: string | null
  readonly ownership: Ownership
}

/**
 * Notes a digest of Strapi's record when the database is adopted, and when the files switch something that Strapi's record
 * does not have. `told`: Strapi's record after this migration.
 */
export function noteStrapi(context: NoteContext, steps: readonly Step[], told: string | null): readonly Step[] {
  const { wish, recorded, strapi: text, ownership } = context
  const before = recorded.get(SETTINGS_TABLE)?.strapi
  const switched = steps.flatMap((step) => (step.kind === 'noteVersions' ? [step.table] : []))
  const isDue = ownership === 'strapi' || before === undefined || switched.length > 0
  if (text === null || !isDue) return []
  const note = (digest: string): readonly Step[] => [{ kind: 'noteStrapi', table: SETTINGS_TABLE, digest }]
  if (before === digestOf(text)) return told === text ? [] : note(digestOf(told))
  const isAgreed = !differsElsewhere(wish, parseTypes(text), ownership === 'strapi' ? [] : switched)
  if (ownership === 'strapi') return note(isAgreed ? digestOf(text) : NONE)
  return isAgreed || before === undefined ? note(digestOf(told)) : []
}

/**
 * UIDs of types whose entries Strapi has converted itself: it has started since its record was last noted, with the Draft &
 * Publish and locales of the files. Converting them again would publish the drafts that Strapi has created.
 */
export function convertedByStrapi(context: Omit<NoteContext, 'ownership'>): ReadonlySet<string> {
  const { wish, recorded, strapi: text } = context
  if (text === null || recorded.get(SETTINGS_TABLE)?.strapi === digestOf(text)) return new Set()
  const types = parseTypes(text)
  const known = [...wish.schema.contentTypes.values()].filter(({ uid }) => isRecord(types[uid]))
  return new Set(known.filter((type) => !differsFrom(type, types[type.uid])).map(({ uid }) => uid))
}

function differsElsewhere(
  { schema, places }: NoteContext['wish'],
  types: RecordedTypes,
  switched: readonly string[],
): boolean {
  return [...schema.contentTypes.values()].some(
    (type) => differsFrom(type, types[type.uid]) && !switched.includes(places.get(type.uid)?.table ?? ''),
  )
}
