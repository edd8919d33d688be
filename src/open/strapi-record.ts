/** What Strapi has written down, in its database, about the content types that it last started with. */

import { createHash } from 'node:crypto'
import { createReader } from '../auth/reader.ts'
import type { Revisions } from '../cache/revisions.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { Problem } from '../config/problem.ts'
import { isRecord } from '../config/project-config.ts'
import type { Database } from '../execute/database.ts'
import { isUsedByStrapi, STRAPI_TABLE } from '../migrate/inspection.ts'
import { hasDrafts, hasLocales, type RecordedTypes } from '../schema/recorded-types.ts'
import type { ContentType } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { bind, sql } from '../sql/sql.ts'
import { unlessDenied } from './unless-denied.ts'
import { versionProblems } from './version-problems.ts'

const SETTINGS_TABLE = 'strapi_core_store_settings'
const CONTENT_TYPES = 'strapi_content_types_schema'

export interface StrapiRecord {
  /** Changes when Strapi has started with other content types, or has changed tables; null where there is no such record. */
  stamp(revisions: Pick<Revisions, 'now'>): Promise<string | null>
  /** Empty where Strapi has recorded nothing. */
  types(): Promise<RecordedTypes>
}

export interface RecordParts {
  readonly database: Pick<Database, 'run'>
  readonly dialect: Dialect
  readonly columns: ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>
}

export function createStrapiRecord({ database, dialect, columns }: RecordParts): StrapiRecord {
  const reader = createReader(database, dialect, columns)
  /** The record is large, and hardly ever changes. */
  const digests = createStampedCache<string>()
  const contentTypes = async () => {
    const reading = reader.rows(
      sql`select "value" from "strapi_core_store_settings" where "key" = ${bind(CONTENT_TYPES)} order by "id" limit 1`,
    )
    const value = (await unlessDenied(reading))?.[0]?.[0]
    return typeof value === 'string' ? value : null
  }
  return {
    stamp: async (revisions) => {
      if (!reader.hasColumn(STRAPI_TABLE, 'hash') || !reader.hasTables(SETTINGS_TABLE)) return null
      const state = (await revisions.now())?.stampOf([SETTINGS_TABLE]) ?? null
      const digest = await digests.get(CONTENT_TYPES, state, async () => digestOf(await contentTypes()))
      const layouts = await unlessDenied(reader.rows(sql`select "hash" from "strapi_database_schema" order by "id"`))
      return [digest, ...(layouts ?? []).map(([hash]) => String(hash))].join(' ')
    },
    types: async () => {
      if (!isUsedByStrapi({ tables: columns }) || !reader.hasTables(SETTINGS_TABLE)) return {}
      return parsed(await contentTypes())
    },
  }
}

function digestOf(text: string | null): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('base64')
}

function parsed(text: string | null): RecordedTypes {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const REMEDY =
  'Start the Strapi project once, so that it brings its database up to date; or bring the schema files up to date, where Strapi has newer ones.'

/** `recorded`: the type as Strapi has started with it; undefined where it has not. */
export function startProblems(type: ContentType, recorded: unknown): readonly Problem[] {
  if (!isRecord(recorded)) return []
  const before = { draftAndPublish: hasDrafts(recorded), localized: hasLocales(recorded) }
  return versionProblems(type, before, 'Strapi last started with this content type', REMEDY)
}
