/**
 * A small project in a temporary folder: schema files, configuration, and a SQLite database in the layout that a
 * Strapi 5 project has, with the given rows. Tables and columns are named as in the database; content tables get
 * identifiers, timestamps and a published version where a row does not say otherwise.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { type Lectern, type OpenOptions, openProject } from '../../src/index.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { createTables } from './create-tables.ts'

type Json = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>

interface TypeSpec {
  readonly attributes: Json
  readonly kind?: 'collectionType' | 'singleType'
  readonly draftAndPublish?: boolean
  readonly localized?: boolean
  readonly options?: Json
}

export interface ProjectSpec {
  /** By singular name; the plural, which is also the table, has an `s` more. */
  readonly types: Readonly<Record<string, TypeSpec>>
  /** Attributes by UID: `shared.seo`. */
  readonly components?: Readonly<Record<string, Json>>
  /** By name of the configuration file. */
  readonly config?: Readonly<Record<string, Json>>
  /** Other files, by path. */
  readonly files?: Readonly<Record<string, Json>>
  /** By table. */
  readonly rows?: Readonly<Record<string, readonly Row[]>>
  /** Permissions of the public; by default find and findOne on every type. */
  readonly permissions?: readonly string[]
  /** Whether component tables have a `document_id`, as they do not in databases that Strapi made. */
  readonly componentDocumentIds?: boolean
}

export interface MadeProject {
  readonly folder: string
  readonly database: string
  open(options?: Omit<OpenOptions, 'project'>): Promise<Lectern>
  /** Closes what was opened and deletes the folder. */
  remove(): Promise<void>
}

export const API_TOKEN_SALT = 'salt'
export const JWT_SECRET = 'secret'

export async function makeProject(spec: ProjectSpec): Promise<MadeProject> {
  const { folder } = temporaryProject(filesOf(spec))
  const database = join(folder, 'data.db')
  const project = await loadProject(folder, {}, {})
  const connection = new BetterSqlite3(database)
  connection.transaction(() => {
    createTables(connection, project, spec.componentDocumentIds ?? false)
    insertRows(connection, spec)
  })()
  connection.close()
  const opened: Lectern[] = []
  return {
    folder,
    database,
    open: async (options = {}) => {
      const lectern = await openProject({ env: {}, ...options, project: folder })
      opened.push(lectern)
      return lectern
    },
    remove: async () => {
      for (const lectern of opened) await lectern.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function filesOf({ types, components = {}, config = {}, files = {} }: ProjectSpec): Record<string, unknown> {
  const settings: Record<string, Json> = {
    api: {},
    admin: { apiToken: { salt: API_TOKEN_SALT } },
    plugins: { 'users-permissions': { config: { jwtSecret: JWT_SECRET } } },
    database: { connection: { client: 'sqlite', connection: { filename: 'data.db' } } },
    ...config,
  }
  return Object.fromEntries([
    ...Object.entries(settings).map(([name, value]) => [`config/${name}.json`, value]),
    ...Object.entries(types).map(([name, type]) => [
      `src/api/${name}/content-types/${name}/schema.json`,
      schemaOf(name, type),
    ]),
    ...Object.entries(components).map(([uid, attributes]) => [
      `src/components/${uid.replace('.', '/')}.json`,
      { collectionName: `components_${uid.replace('.', '_')}s`, info: { displayName: uid }, attributes },
    ]),
    ...Object.entries(files),
  ])
}

function schemaOf(name: string, { attributes, kind = 'collectionType', ...type }: TypeSpec): Json {
  return {
    kind,
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: type.draftAndPublish ?? false, ...type.options },
    pluginOptions: type.localized ? { i18n: { localized: true } } : {},
    attributes,
  }
}

function rowsOf({ types, rows = {}, permissions }: ProjectSpec): Record<string, readonly Row[]> {
  const everything = Object.keys(types).flatMap((name) => [`api::${name}.${name}.find`, `api::${name}.${name}.findOne`])
  const actions = permissions ?? everything
  return {
    up_roles: [{ id: 1, type: 'public' }],
    up_permissions: actions.map((action, index) => ({ id: index + 1, action })),
    up_permissions_role_lnk: actions.map((_, index) => ({ permission_id: index + 1, role_id: 1 })),
    strapi_core_store_settings: [{ key: 'plugin_i18n_default_locale', value: '"en"' }],
    ...rows,
  }
}

const CREATED = Date.parse('2024-01-02T03:04:05.678Z')

/** `published_at: null` makes a draft. */
function withDefaults(row: Row, type: string | undefined): Row {
  if (type === undefined) return row
  const document = `${type}${String(row.id)}`
  return { document_id: document, created_at: CREATED, updated_at: CREATED, published_at: CREATED, ...row }
}

function insertRows(connection: BetterSqlite3.Database, spec: ProjectSpec): void {
  const typeOfTable = new Map(Object.keys(spec.types).map((name) => [`${name}s`, name]))
  for (const [table, rows] of Object.entries(rowsOf(spec))) {
    for (const row of rows) insert(connection, table, withDefaults(row, typeOfTable.get(table)))
  }
}

function insert(connection: BetterSqlite3.Database, table: string, row: Row): void {
  const columns = Object.keys(row)
  const names = columns.map((column) => `"${column}"`).join(', ')
  const values = columns.map(() => '?').join(', ')
  connection.prepare(`insert into "${table}" (${names}) values (${values})`).run(...Object.values(row))
}
