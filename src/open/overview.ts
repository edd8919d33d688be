/** Summary of an open project: what it serves, which of its code is not run, where it differs from Strapi. */

import type { DepartureId } from '../compare/departures/catalog.ts'
import { factsOf } from '../compare/departures/facts.ts'
import { departuresIn } from '../compare/departures/met-departures.ts'
import { pathOf } from '../compare/requests/make-requests.ts'
import { DEPTH_PLUGIN } from '../config/read-depth-plugin.ts'
import type { Settings } from '../config/settings.ts'
import { backendOf } from '../dialects/backends.ts'
import { type CodeFile, findCode } from '../project/find-code.ts'
import { dependsOnStrapi } from '../project/find-plugins.ts'
import { typesWithRoutes } from '../schema/models.ts'
import type { Schema } from '../schema/schema.ts'

export interface ServedType {
  readonly path: string
  readonly uid: string
  readonly drafts: boolean
  readonly locales: boolean
}

export interface Overview {
  readonly served: readonly ServedType[]
  /** Code files of the project that change Strapi's responses. */
  readonly code: readonly CodeFile[]
  /** Plugins of the project, which are not run. */
  readonly plugins: readonly string[]
  /** Differences from Strapi that concern these content types; empty for projects that were never Strapi's. */
  readonly departures: readonly DepartureId[]
}

export interface OverviewSources {
  readonly folder: string
  readonly schema: Schema
  readonly settings: Settings
  /** Whether Lectern created the database. */
  readonly ownDatabase: boolean
}

export function overviewOf({ folder, schema, settings, ownDatabase }: OverviewSources): Overview {
  const { rest, database } = settings
  const types = typesWithRoutes(schema)
  const facts = factsOf({
    schema,
    habits: backendOf(database).strapi,
    profile: rest.profile,
    ownDatabase,
    draftsGranted: rest.drafts === 'granted',
    setsMaxLimit: rest.setsMaxLimit,
  })
  return {
    served: types.map((type) => ({
      path: pathOf(type, rest.prefix),
      uid: type.uid,
      drafts: type.draftAndPublish,
      locales: type.localized,
    })),
    code: findCode(folder),
    plugins: settings.plugins.filter((name) => name !== DEPTH_PLUGIN),
    departures: ownDatabase && !dependsOnStrapi(folder) ? [] : departuresIn(facts),
  }
}
