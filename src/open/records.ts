/** The records of Strapi and Lectern in the database: the content types that it was last migrated to. */

import type { Revisions } from '../cache/revisions.ts'
import { createStampedCache } from '../cache/stamped-cache.ts'
import type { Problem } from '../config/problem.ts'
import type { Recorded } from '../migrate/record.ts'
import { SETTINGS_TABLE } from '../migrate/strapi-note.ts'
import { isOfProject, modelsOf, typesWithRoutes } from '../schema/models.ts'
import type { RecordedTypes } from '../schema/recorded-types.ts'
import type { Schema } from '../schema/schema.ts'
import { RECORD_TABLE, STRAPI_TABLE } from '../tables/ownership.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import { createOwnRecord, migrationProblems, renameProblems } from './own-record.ts'
import { createStrapiRecord, type RecordParts, startProblems } from './strapi-record.ts'

export interface Records {
  /** Null where there is no record. `components`: the stamp of their files. */
  stamps(revisions: Pick<Revisions, 'now'>, components: () => Promise<string>): Promise<RecordStamps | null>
  read(): Promise<ReadRecords>
}

export interface ReadRecords {
  /** Strapi's. */
  readonly types: RecordedTypes
  /**
   * Problems if the schema and the records disagree on Draft & Publish, locales or names: responses would show drafts, or all
   * locales, or lack what was renamed.
   */
  problems(schema: Schema, tables: Tables): readonly Problem[]
}

export interface RecordStamps {
  /** Changes when Strapi has started with other content types. */
  readonly strapi: string | null
  /** Changes when Lectern has migrated. */
  readonly own: string | null
  /** Changes with the files of components, which Strapi does not record; null where there is no record of Strapi's. */
  readonly components: string | null
}

type StampsInDatabase = readonly [strapi: string | null, own: string | null]

const READ = [SETTINGS_TABLE, STRAPI_TABLE, RECORD_TABLE]

/** Key of the cached stamps. */
const RECORDS = 'records'

export function createRecords(parts: RecordParts): Records {
  const [strapi, own] = [createStrapiRecord(parts), createOwnRecord(parts)]
  /** Asked for several times a second, mostly of a database in which nothing was written. */
  const stamps = createStampedCache<StampsInDatabase>()

  async function inDatabase(revisions: Pick<Revisions, 'now'>): Promise<StampsInDatabase> {
    const moment = await revisions.now()
    const read = async (): Promise<StampsInDatabase> => [await strapi.stamp(), await own.stamp()]
    return (await stamps.get(RECORDS, moment?.stampOf(READ) ?? null, read)) ?? [null, null]
  }

  return {
    stamps: async (revisions, components) => {
      const [ofStrapi, ofOwn] = await inDatabase(revisions)
      if (ofStrapi === null && ofOwn === null) return null
      return { strapi: ofStrapi, own: ofOwn, components: ofStrapi === null ? null : await components() }
    },
    read: async () => {
      const recorded = await own.tables()
      const { types, required } = await strapi.read(recorded)
      return { types, problems: (schema, tables) => problemsOf(schema, tables, recorded, required) }
    },
  }
}

function problemsOf(schema: Schema, tables: Tables, recorded: Recorded, required: RecordedTypes): readonly Problem[] {
  const renamed = modelsOf(schema)
    .filter(isOfProject)
    .flatMap((model) => renameProblems(model, recorded.get(tableOf(tables, model.uid).table)))
  const switched = typesWithRoutes(schema).flatMap((type) => {
    const table = recorded.get(tableOf(tables, type.uid).table)
    // Once Strapi has started after the last migration, what that noted about Strapi's tables may be outdated.
    const isNoted = table?.whole === true || required[type.uid] === undefined
    return [...startProblems(type, required[type.uid]), ...(isNoted ? migrationProblems(type, table?.versions) : [])]
  })
  return [...renamed, ...switched]
}
