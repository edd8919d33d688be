/** Strapi's record, in its database, of the content types that it last started with. */

import { createReader } from '../auth/reader.ts'
import type { Problem } from '../config/problem.ts'
import { isRecord } from '../config/project-config.ts'
import type { Database, Run } from '../execute/database.ts'
import type { Recorded } from '../migrate/record.ts'
import { digestOf, parseTypes, readStrapiStamp, readStrapiTypes, SETTINGS_TABLE } from '../migrate/strapi-note.ts'
import { withoutFiles } from '../schema/recorded-privacy.ts'
import { hasDrafts, hasLocales, type RecordedTypes } from '../schema/recorded-types.ts'
import type { ContentType } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import { sql } from '../sql/sql.ts'
import { ownershipOf, STRAPI_TABLE } from '../tables/ownership.ts'
import { unlessDenied } from './unless-denied.ts'
import { versionProblems } from './version-problems.ts'

/** In place of their stamp where they may not be read. */
const DENIED = ''

export interface StrapiRecord {
  /** Changes when Strapi has started with other content types, or has changed tables; null where there is no such record. */
  stamp(): Promise<string | null>
  /** `noted`: Lectern's own record. */
  read(noted: Recorded): Promise<StrapiTypes>
}

/** Both are empty where Strapi has recorded nothing. */
interface StrapiTypes {
  /**
   * In a database that Lectern has made or added to, files decide which of their attributes are private, since the project may
   * have left Strapi.
   */
  readonly types: RecordedTypes
  /**
   * Types that the schema files must agree with. In a database that Lectern created or changed, only types that Strapi has
   * recorded differently since.
   */
  readonly required: RecordedTypes
}

export interface RecordParts {
  readonly database: Pick<Database, 'run'>
  readonly dialect: Dialect
  readonly columns: ReadonlyMap<string, Pick<ReadonlySet<string>, 'has'>>
}

export function createStrapiRecord({ database, dialect, columns }: RecordParts): StrapiRecord {
  const reader = createReader(database, dialect, columns)
  const run: Run = (statement) => database.run(statement)
  const contentTypes = () => unlessDenied(readStrapiTypes(run, dialect))
  const isThere = reader.hasTables(SETTINGS_TABLE, STRAPI_TABLE)
  const isStrapis = ownershipOf({ tables: columns }) === 'strapi'
  return {
    stamp: async () => {
      if (!isThere || !reader.hasColumn(STRAPI_TABLE, 'hash')) return null
      const digest = (await unlessDenied(readStrapiStamp(run, dialect))) ?? DENIED
      const layouts = await unlessDenied(reader.rows(sql`select "hash" from "strapi_database_schema" order by "id"`))
      return [digest, ...(layouts ?? []).map(([hash]) => String(hash))].join(' ')
    },
    read: async (noted) => {
      if (!isThere) return { types: {}, required: {} }
      const text = await contentTypes()
      const types = parseTypes(text)
      if (isStrapis) return { types, required: types }
      const digest = noted.get(SETTINGS_TABLE)?.strapi
      const isNew = digest !== undefined && digest !== digestOf(text)
      return { types: withoutFiles(types), required: isNew ? types : {} }
    },
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
