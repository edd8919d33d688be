/** A migration as it is reported: of the command, and at startup. */

import type { Notice } from '../../config/notice.ts'
import { backendOf } from '../../dialects/backends.ts'
import type { Changes } from '../../migrate/changes.ts'
import { writeScript } from '../../migrate/write-script.ts'
import type { Project } from '../../project/load-project.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { InspectedDatabase } from './inspect-database.ts'

export interface Migration extends Changes {
  /** Describes the database, for messages. */
  readonly database: string
  /** The same as lines of SQL, for the database's own shell. */
  readonly script: readonly string[]
  /** Content types that it creates or renames: no role has permissions for them yet. */
  readonly newTypes: readonly ContentType[]
  /** Parts of the project that are not served, and why: of an adopted database, only opening it shows them. */
  readonly leftOut: readonly Notice[]
}

export function toMigration(project: Project, { description }: InspectedDatabase, changes: Changes): Migration {
  const { database } = project.settings
  const script = writeScript(changes.changes, backendOf(database).script(database))
  const isOwn = changes.ownership === 'empty' || changes.ownership === 'lectern'
  const leftOut = isOwn ? project.leftOut : []
  return { ...changes, database: description, script, newTypes: typesMadeBy(changes, project), leftOut }
}

function typesMadeBy({ changes }: Changes, { schema, tables }: Project): readonly ContentType[] {
  const created = new Set(changes.flatMap(({ creates = [] }) => creates))
  const renamed = new Set(changes.flatMap(({ renamedTo = [] }) => renamedTo))
  return [...schema.contentTypes.values()].filter(
    ({ uid, hasRoutes }) => hasRoutes && (renamed.has(uid) || created.has(tables.get(uid)?.table ?? '')),
  )
}

/** The part of a migration that is reported at startup. */
export function noticesOf(
  { ownership, changes, postponed, database, newTypes }: Migration,
  changed = `Changed ${database}:`,
): readonly string[] {
  const done = ownership === 'empty' ? `Created the tables in ${database}.` : changed
  const steps = ownership === 'empty' ? [] : changes.map(({ text }) => `  ${text}`)
  const left = postponed.map(
    ({ risk }) => risk.left ?? (risk.column === null ? risk.table : `${risk.table}.${risk.column}`),
  )
  return [
    ...(changes.length === 0 ? [] : [done, ...steps]),
    ...(ownership === 'empty' ? [] : newTypes.map(howToShow)),
    ...(left.length === 0
      ? []
      : [
          `No longer in the schema, and kept: ${left.join(', ')}. To remove it: lectern migrate, with --allow-data-loss where it holds data.`,
        ]),
    ...postponed.flatMap(({ risk }) => risk.likely ?? []),
  ]
}

/** After adding a type, people request its entries, and get 403, as from Strapi. */
const howToShow = ({ uid, singularName }: ContentType) =>
  `To let everybody read ${singularName}: lectern role allow public ${uid}.find`
