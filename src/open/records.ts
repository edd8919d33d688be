/** What Strapi and Lectern have written down in the database about the content types that it is for. */

import type { Revisions } from '../cache/revisions.ts'
import type { Problem } from '../config/problem.ts'
import type { RecordedTypes } from '../schema/recorded-types.ts'
import type { Schema } from '../schema/schema.ts'
import { type Tables, tableOf } from '../tables/tables.ts'
import { createOwnRecord, migrationProblems } from './own-record.ts'
import { createStrapiRecord, type RecordParts, startProblems } from './strapi-record.ts'

export interface Records {
  /** Null where there is no record. */
  stamps(revisions: Pick<Revisions, 'now'>): Promise<RecordStamps | null>
  /** Strapi's. */
  types(): Promise<RecordedTypes>
  /** Where the schema has Draft & Publish or locales other than the records: responses would show drafts, or all locales. */
  problems(schema: Schema, tables: Tables): Promise<readonly Problem[]>
}

export interface RecordStamps {
  /** Changes when Strapi has started with other content types. */
  readonly strapi: string | null
  /** Changes when Lectern has migrated. */
  readonly own: string | null
}

export function createRecords(parts: RecordParts): Records {
  const [strapi, own] = [createStrapiRecord(parts), createOwnRecord(parts)]
  return {
    stamps: async (revisions) => {
      const stamps = { strapi: await strapi.stamp(revisions), own: await own.stamp() }
      return stamps.strapi === null && stamps.own === null ? null : stamps
    },
    types: strapi.types,
    problems: async ({ contentTypes }, tables) => {
      const recorded = await own.tables()
      const required = await strapi.required(recorded)
      const served = [...contentTypes.values()].filter(({ hasRoutes }) => hasRoutes)
      return served.flatMap((type) => {
        const table = recorded.get(tableOf(tables, type.uid).table)
        // Once Strapi has started after the last migration, what that noted about Strapi's tables may be outdated.
        const isNoted = table?.whole === true || required[type.uid] === undefined
        return [
          ...startProblems(type, required[type.uid]),
          ...(isNoted ? migrationProblems(type, table?.versions) : []),
        ]
      })
    },
  }
}
