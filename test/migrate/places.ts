/** Projects whose schema changes, on each kind of database. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Lectern,
  type MigrateOptions,
  type Migration,
  migrateProject,
  type OpenOptions,
  openProject,
} from '../../src/index.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { createDatabase, createSession, type Template } from '../support/postgres.ts'
import { createSqliteSession, type SqliteSession } from '../support/sqlite-session.ts'
import { BARE } from '../writes/prepare-site.ts'

type Json = Readonly<Record<string, unknown>>

export interface Schemas {
  /** Attributes by singular name; the table and the plural have an `s` more. */
  readonly types: Readonly<Record<string, Json>>
  /** Attributes by UID: `shared.seo`. */
  readonly components?: Readonly<Record<string, Json>>
  /** Of every type. */
  readonly localized?: boolean
  readonly draftAndPublish?: boolean
  /** By type, where it is not the plural. */
  readonly tables?: Readonly<Record<string, string>>
}

export interface Place {
  readonly folder: string
  /** As `--database` takes it. */
  readonly database: string
  /** Replaces the schema files. */
  write(schemas: Schemas): void
  migrate(options?: Partial<MigrateOptions>): Promise<Migration>
  open(options?: Pick<OpenOptions, 'migrate' | 'logger'>): Promise<Lectern>
  /** Rows as arrays, or nothing. */
  sql(text: string): Promise<readonly (readonly unknown[])[]>
  /** Lets everybody do it. */
  allow(action: string): Promise<void>
  /** Everything that is in the database: tables, columns with types, indexes. */
  layout(): Promise<readonly string[]>
  remove(): Promise<void>
}

export const PLACES = {
  SQLite: () => placeOn(sqliteFile()),
  PostgreSQL: async () => placeOn(await postgresDatabase()),
} as const satisfies Record<string, () => Place | Promise<Place>>

/** With the tables that every project has, for tests that are not about making these: PostgreSQL takes long to create them. */
export const PREPARED_PLACES = {
  SQLite: PLACES.SQLite,
  PostgreSQL: async () => placeOn(await postgresDatabase(BARE)),
} as const satisfies Record<string, () => Place | Promise<Place>>

interface Server {
  /** Relative to the project folder, or a URL. */
  readonly database: string
  readonly layout: string
  run(folder: string, text: string): Promise<readonly (readonly unknown[])[]>
  drop(): Promise<void>
}

/** Otherwise a start would write some, and say so. */
export const SECRETS = { API_TOKEN_SALT: 'salt', JWT_SECRET: 'secret' }

function placeOn(server: Server): Place {
  const { folder, remove } = temporaryProject({ 'config/api.json': {} })
  const database = server.database.includes('://') ? server.database : join(folder, server.database)
  const opened: Lectern[] = []
  return {
    folder,
    database,
    write: (schemas) => writeSchemas(folder, schemas),
    migrate: (options = {}) => migrateProject({ project: folder, database, env: {}, ...options }),
    open: async (options = {}) => {
      const lectern = await openProject({ project: folder, database, env: SECRETS, ...options })
      opened.push(lectern)
      return lectern
    },
    sql: (text) => server.run(database, text),
    allow: async (action) => {
      await server.run(database, `insert into up_permissions (action) values ('${action}')`)
      await server.run(
        database,
        `insert into up_permissions_role_lnk (permission_id, role_id)
          select p.id, r.id from up_permissions p, up_roles r where p.action = '${action}' and r.type = 'public'`,
      )
    },
    layout: async () => (await server.run(database, server.layout)).map((row) => row.join(' ')),
    remove: async () => {
      for (const lectern of opened) await lectern.close()
      await server.drop()
      remove()
    },
  }
}

function sqliteFile(): Server {
  let session: SqliteSession | undefined
  return {
    database: 'made/data.db',
    layout: "select type, name, sql from sqlite_master where name not like 'sqlite_%' order by 1, 2",
    run: async (file, text) => {
      mkdirSync(dirname(file), { recursive: true })
      session ??= createSqliteSession(file)
      return session.rows(text)
    },
    drop: async () => session?.end(),
  }
}

async function postgresDatabase(template?: Template): Promise<Server> {
  const { url, drop } = await createDatabase(template)
  const session = createSession(url)
  return {
    database: url,
    layout: `select table_name, column_name, data_type, coalesce(character_maximum_length::text, '') from information_schema.columns where table_schema = 'public'
      union all select tablename, indexname, indexdef, '' from pg_indexes where schemaname = 'public' order by 1, 2`,
    run: (_file, text) => session.rows(text),
    drop: async () => {
      await session.end()
      await drop()
    },
  }
}

function writeSchemas(folder: string, { types, components = {}, tables = {}, ...options }: Schemas): void {
  const { localized = false, draftAndPublish = false } = options
  rmSync(join(folder, 'src'), { recursive: true, force: true })
  const put = (name: string, content: Json) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(content))
  }
  for (const [name, attributes] of Object.entries(types)) {
    put(`src/api/${name}/content-types/${name}/schema.json`, {
      collectionName: tables[name] ?? `${name}s`,
      info: { singularName: name, pluralName: `${name}s`, displayName: name },
      options: { draftAndPublish },
      pluginOptions: { i18n: { localized } },
      attributes,
    })
  }
  for (const [uid, attributes] of Object.entries(components)) {
    const table = `components_${uid.replace('.', '_')}s`
    put(`src/components/${uid.replace('.', '/')}.json`, {
      collectionName: table,
      info: { displayName: uid },
      attributes,
    })
  }
}
