/** What Strapi and Lectern have written down in the database about the content types that it is for. */

import type { Revisions } from '../cache/revisions.ts'
import type { Problem } from '../config/problem.ts'
import type { Recorded } from '../migrate/record.ts'
import { typesWithRoutes } from '../schema/models.ts'
import type { RecordedTypes } from '../schema/recorded-types.ts'
import type { Schema } from '../schema/schema.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import { createOwnRecord, migrationProblems } from './own-record.ts'
import { createStrapiRecord, type RecordParts, startProblems } from './strapi-record.ts'

export interface Records {
  /** Null where there is no record. `components`: the stamp of their files. */
  stamps(revisions: Pick<Revisions, 'now'>, components: () => Promise<string>): Promise<RecordStamps | null>
  read(): Promise<ReadRecords>
}

export interface ReadRecords {
  /** Strapi's. */
  readonly types: RecordedTypes
  /** Where the schema has Draft & Publish or locales other than the records: responses would show drafts, or all locales. */
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

export function createRecords(parts: RecordParts): Records {
  const [strapi, own] = [createStrapiRecord(parts), createOwnRecord(parts)]
  return {
    stamps: async (revisions, components) => {
      const [ofStrapi, ofOwn] = [await strapi.stamp(revisions), await own.stamp()]
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

function problemsOf(
  { contentTypes }: Schema,
  tables: Tables,
  recorded: Recorded,
  required: RecordedTypes,
): readonly Problem[] {
  const served = typesWithRoutes({ contentTypes })
  return served.flatMap((type) => {
    const table = recorded.get(tableOf(tables, type.uid).table)
    // Once Strapi has started after the last migration, what that noted about Strapi's tables may be outdated.
    const isNoted = table?.whole === true || required[type.uid] === undefined
    return [...startProblems(type, required[type.uid]), ...(isNoted ? migrationProblems(type, table?.versions) : [])]
  })
}
