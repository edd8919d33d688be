/** Projects with a database that has their tables. A schema is migrated once; other tests with the same get a copy. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { migrateProject } from '../../src/index.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { createDatabase, createSession, runScript, type Template } from '../support/postgres.ts'
import { createSqliteSession } from '../support/sqlite-session.ts'
import { fileRows, filesOf, grants, localeRows, type SiteSpec } from './site-files.ts'

export type Cell = string | number | null

/** A project with its database, which is not open. */
export interface Prepared {
  readonly folder: string
  readonly database: string
  /** Rows of the database, as arrays; numbers as numbers. */
  sql(text: string): Promise<readonly (readonly Cell[])[]>
  remove(): Promise<void>
}

export function prepareSite(kind: DatabaseKind, spec: SiteSpec): Promise<Prepared> {
  return kind === 'SQLite' ? prepareOnSqlite(spec) : prepareOnPostgres(spec)
}

/** Schemas that were asked for before: random ones hardly ever come back, and a copy of them would be of no use. */
const met = new Set<string>()

function isMetAgain(kind: DatabaseKind, spec: SiteSpec): boolean {
  const key = kind + JSON.stringify(spec)
  const isKnown = met.has(key)
  met.add(key)
  return isKnown
}

const files = new Map<string, Buffer>()

/** A server that starts without secrets writes some, for which it reads the project and opens the database once more. */
const SECRETS = 'API_TOKEN_SALT=salt of the tests\nJWT_SECRET=secret of the tests\n'

const projectOf = (spec: SiteSpec) => temporaryProject({ ...filesOf(spec), '.env': SECRETS })

async function prepareOnSqlite(spec: SiteSpec): Promise<Prepared> {
  const { folder, remove } = projectOf(spec)
  const database = join(folder, 'data.db')
  const key = JSON.stringify(spec)
  const copied = files.get(key)
  if (copied === undefined) {
    await migrateProject({ project: folder, database, env: {} })
    fillSqlite(database, firstRows(spec))
    if (isMetAgain('SQLite', spec)) files.set(key, readFileSync(database))
  } else {
    writeFileSync(database, copied)
  }
  const session = createSqliteSession(database)
  return {
    folder,
    database,
    sql: async (text) => session.rows<Cell[]>(text),
    remove: async () => {
      session.end()
      remove()
    },
  }
}

/** The tables that every project has: PostgreSQL takes much longer to create them than to copy them. */
export const BARE: Template = {
  key: 'tables of every project',
  fill: async (database) => {
    const { folder, remove } = temporaryProject(filesOf({ types: {} }))
    await migrateProject({ project: folder, database, env: {} })
    remove()
  },
}

async function prepareOnPostgres(spec: SiteSpec): Promise<Prepared> {
  const { folder, remove } = projectOf(spec)
  const fill = async (url: string) => {
    await migrateProject({ project: folder, database: url, env: {} })
    await runScript(url, firstRows(spec).join(';\n'))
  }
  const isAgain = isMetAgain('PostgreSQL', spec)
  const server = await createDatabase(isAgain ? { key: JSON.stringify(spec), base: BARE, fill } : BARE)
  if (!isAgain) await fill(server.url)
  const session = createSession(server.url)
  return {
    folder,
    database: server.url,
    sql: async (text) => (await session.rows<Cell[]>(text)).map((row) => row.map(asNumber)),
    remove: async () => {
      await session.end()
      await server.drop()
      remove()
    },
  }
}

const firstRows = (spec: SiteSpec) => [...grants(spec), ...localeRows, ...fileRows(spec.files ?? 0)]

function fillSqlite(file: string, statements: readonly string[]): void {
  const connection = new BetterSqlite3(file)
  connection.transaction(() => {
    for (const statement of statements) connection.exec(statement)
  })()
  connection.close()
}

const asNumber = (cell: Cell): Cell => (typeof cell === 'string' && /^-?\d+$/.test(cell) ? Number(cell) : cell)
