/** The composition root: a project folder → something that answers. */

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { answer } from './answer.ts'
import { createIdentify, type Identify } from './auth/identify.ts'
import { createStoredSettings, type StoredSettings } from './auth/settings-store.ts'
import { ProjectError } from './config/problem.ts'
import type { Profile, Settings } from './config/settings.ts'
import { openDatabase } from './dialects/open-database.ts'
import { exampleUrls } from './examples.ts'
import type { Database } from './execute/database.ts'
import { fetchFrom } from './http/fetch.ts'
import { listen } from './http/listen.ts'
import { createLogger } from './http/logger.ts'
import { createServer } from './http/server.ts'
import { loadProject } from './project/load-project.ts'
import { type Routes, routesOf } from './request/routes.ts'
import type { Schema } from './schema/schema.ts'
import type { Dialect } from './sql/dialect.ts'
import { checkDatabase } from './tables/check-database.ts'
import type { Tables } from './tables/tables.ts'

/** Everything the pipeline needs, built once. */
export interface App {
  readonly settings: Settings
  readonly schema: Schema
  readonly tables: Tables
  readonly routes: Routes
  readonly dialect: Dialect
  readonly database: Database
  readonly identify: Identify
  readonly stored: StoredSettings
}

export interface OpenOptions {
  /** The project folder. */
  readonly project: string
  /** A database file or URL; without it, what the project's configuration says. */
  readonly database?: string
  readonly profile?: Profile
  readonly host?: string
  readonly port?: number
  /** The environment that configuration files see; without it, the process's. */
  readonly env?: NodeJS.ProcessEnv
  readonly logger?: Logger
}

/** An open project. */
export interface Lectern {
  readonly settings: Settings
  readonly summary: { readonly contentTypes: number; readonly components: number; readonly database: string }
  /** Answers a request without a socket: `await lectern.fetch('/api/articles?populate=*')`. */
  fetch(
    url: string,
    init?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>
  /** Starts to listen; gives the base URL. */
  listen(options?: { readonly host?: string; readonly port?: number }): Promise<string>
  /** Up to three paths that answer to everybody. */
  examples(): Promise<readonly string[]>
  close(): Promise<void>
}

/**
 * Opens a project and its database. Throws a ProjectError that holds every problem found when either cannot be
 * served.
 */
export async function openProject(options: OpenOptions): Promise<Lectern> {
  const { project: folder, env = process.env, logger = createLogger({ level: 'silent' }) } = options
  const project = await loadProject(folder, options, env)
  const { database, dialect, description } = await openDatabase(project.settings.database)
  try {
    const app = await buildApp(project, database, dialect)
    const server = createServer({ answer: (request) => answer(request, app), settings: app.settings, logger })
    return lecternOf(app, server, description)
  } catch (error) {
    await database.close()
    throw error
  }
}

interface LoadedProject {
  readonly settings: Settings
  readonly schema: Schema
  readonly tables: Tables
}

async function buildApp(project: LoadedProject, database: Database, dialect: Dialect): Promise<App> {
  const columns = await database.inspect()
  const { problems, schema, tables } = checkDatabase(project.schema, project.tables, columns)
  if (problems.length > 0) throw new ProjectError(problems)
  const { settings } = project
  const { placeholder } = dialect
  const stored = createStoredSettings(database, placeholder, columns)
  return {
    settings,
    schema,
    tables,
    routes: routesOf(schema, settings.rest.prefix),
    dialect,
    database,
    identify: createIdentify({ database, placeholder, columns, settings, stored }),
    stored,
  }
}

function lecternOf(app: App, server: FastifyInstance, database: string): Lectern {
  const { settings, schema } = app
  const fetch = fetchFrom(server)
  const contentTypes = [...schema.contentTypes.values()].filter((type) => type.hasRoutes)
  return {
    settings,
    summary: { contentTypes: contentTypes.length, components: schema.components.size, database },
    fetch,
    listen: ({ host = settings.host, port = settings.port } = {}) => listen(server, { host, port }),
    examples: () => exampleUrls(contentTypes, settings.rest.prefix, fetch),
    close: async () => {
      await server.close()
      await app.database.close()
    },
  }
}
