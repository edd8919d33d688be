/** What Strapi and Lectern have written down in the database about the content types that it is for. */

import type { Revisions } from '../cache/revisions.ts'
import type { Problem } from '../config/problem.ts'
import type { RecordedTypes } from '../schema/recorded-types.ts'
import type { Schema } from '../schema/schema.ts'
import type { Tables } from '../tables/tables.ts'
import { createOwnRecord, migrationProblems, recordedVersions } from './own-record.ts'
import { createStrapiRecord, type RecordParts, startProblems } from './strapi-record.ts'

export interface Records {
  /** Whether Lectern alone decides which tables the database has. */
  readonly areOwn: boolean
  /** Changes when Strapi has started with other content types, or Lectern has migrated; null where there is no record. */
  stamp(revisions: Pick<Revisions, 'now'>): Promise<string | null>
  /** Strapi's. */
  types(): Promise<RecordedTypes>
  /** Where the schema has Draft & Publish or locales other than the records: responses would show drafts, or all locales. */
  problems(schema: Schema, tables: Tables): Promise<readonly Problem[]>
}

export function createRecords(parts: RecordParts): Records {
  const [strapi, own] = [createStrapiRecord(parts), createOwnRecord(parts)]
  return {
    areOwn: own.isAlone,
    stamp: async (revisions) => {
      const stamps = [await strapi.stamp(revisions), await own.stamp()]
      return stamps.every((stamp) => stamp === null) ? null : stamps.join(' ')
    },
    types: strapi.types,
    problems: async ({ contentTypes }, tables) => {
      const recorded = await own.tables()
      const required = await strapi.required(recorded)
      const served = [...contentTypes.values()].filter(({ hasRoutes }) => hasRoutes)
      return served.flatMap((type) => [
        ...startProblems(type, required[type.uid]),
        ...migrationProblems(type, recordedVersions(recorded, tables, type)),
      ])
    },
  }
}
