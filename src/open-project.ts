/** The composition root: a project folder → something that answers. */

import type { FastifyInstance } from 'fastify'
import { answer } from './answer.ts'
import type { App } from './app.ts'
import { hasUsers } from './auth/accounts.ts'
import { createIdentify } from './auth/identify.ts'
import { createReader, type Reader } from './auth/reader.ts'
import { createStoredSettings } from './auth/settings-store.ts'
import { ProjectError } from './config/problem.ts'
import type { Settings } from './config/settings.ts'
import { openDatabase } from './dialects/open-database.ts'
import { openForWriting } from './dialects/open-for-writing.ts'
import { exampleUrls } from './examples.ts'
import type { Database } from './execute/database.ts'
import { fetchFrom } from './http/fetch.ts'
import { listen } from './http/listen.ts'
import { createLogger } from './http/logger.ts'
import { createServer } from './http/server.ts'
import type { Lectern, OpenOptions } from './lectern.ts'
import { RECORD_TABLE } from './migrate/found.ts'
import { createIssueJwt } from './people/issue-jwt.ts'
import type { LoginRules } from './people/log-in.ts'
import { createLogin, type Login } from './people/login.ts'
import { createLoginLimit } from './people/login-limit.ts'
import { prepareProject } from './prepare-project.ts'
import { loadProject, type Project } from './project/load-project.ts'
import { routesOf } from './request/routes.ts'
import type { Dialect } from './sql/dialect.ts'
import { checkDatabase } from './tables/check-database.ts'

/**
 * Opens a project and its database. Throws a ProjectError that holds every problem found when either cannot be
 * served.
 */
export async function openProject(options: OpenOptions): Promise<Lectern> {
  const { project: folder, env = process.env, logger = createLogger({ level: 'silent' }) } = options
  const { project, notices } =
    options.migrate === true
      ? await prepareProject(folder, options, env)
      : { project: await loadProject(folder, options, env), notices: [] }
  const { database, dialect, description } = await openDatabase(project.settings.database)
  try {
    const app = await buildApp(project, database, dialect)
    const server = createServer({ answer: (request) => answer(request, app), settings: app.settings, logger })
    return lecternOf(app, server, description, notices)
  } catch (error) {
    await database.close()
    throw error
  }
}

export async function buildApp(project: Project, database: Database, dialect: Dialect): Promise<App> {
  const columns = await database.inspect()
  const { problems, schema, tables } = checkDatabase(project.schema, project.tables, columns)
  if (problems.length > 0) throw new ProjectError(problems)
  const { settings } = project
  const stored = createStoredSettings(database, dialect, columns)
  return {
    settings,
    schema,
    tables,
    routes: routesOf(schema, settings.rest.prefix),
    dialect,
    database,
    // A database that somebody else made is somebody else's to change.
    writer: columns.has(RECORD_TABLE) ? await openForWriting(settings.database) : null,
    identify: createIdentify({ database, dialect, columns, settings, stored }),
    stored,
    login: loginOf(settings, stored, createReader(database, dialect, columns)),
  }
}

function loginOf(settings: Settings, rules: LoginRules, reader: Reader): Login | null {
  if (!hasUsers(reader)) return null
  const issue = createIssueJwt(settings.secrets, settings.jwtLifetime)
  return createLogin({ reader, rules, issue, limit: createLoginLimit() })
}

function lecternOf(app: App, server: FastifyInstance, database: string, notices: readonly string[]): Lectern {
  const { settings, schema } = app
  const fetch = fetchFrom(server)
  const contentTypes = [...schema.contentTypes.values()].filter((type) => type.hasRoutes)
  return {
    settings,
    summary: { contentTypes: contentTypes.length, components: schema.components.size, database },
    notices,
    fetch,
    listen: ({ host = settings.host, port = settings.port } = {}) => listen(server, { host, port }),
    examples: () => exampleUrls(contentTypes, settings.rest.prefix, fetch),
    close: async () => {
      await server.close()
      await app.writer?.close()
      await app.database.close()
    },
  }
}
