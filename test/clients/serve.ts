/** Servers on real sockets for clients that know nothing of each other: one to read from, one to write to. */

import BetterSqlite3 from 'better-sqlite3'
import pg from 'pg'
import { openProject } from '../../src/index.ts'
import { openPeople } from '../../src/operate/open-people.ts'
import { fixture } from '../support/fixture.ts'
import { TOKENS } from '../support/magazine.ts'
import { createMagazine } from '../support/postgres.ts'
import { type Cell, type DatabaseKind, openSite, type SiteSpec } from '../writes/site.ts'

export interface Server {
  /** With the prefix: `http://127.0.0.1:40123/api`. */
  readonly url: string
  /** An API token that may read everything; on a database to write to, one that may do everything. */
  readonly token: string
  /** Asks the database itself. */
  sql(text: string): Promise<readonly (readonly Cell[])[]>
  close(): Promise<void>
}

const ANYWHERE = { host: '127.0.0.1', port: 0 }

/** The recorded project, on the database that Strapi made for it. */
export async function serveMagazine(kind: DatabaseKind): Promise<Server> {
  const postgres = kind === 'PostgreSQL' ? await createMagazine() : null
  const database = postgres?.url ?? fixture('magazine.sqlite')
  const lectern = await openProject({ project: fixture('magazine'), database, env: {} })
  return {
    url: `${await lectern.listen(ANYWHERE)}/api`,
    token: TOKENS['read-only'],
    sql: (text) => (postgres === null ? readSqlite(database, text) : readPostgres(database, text)),
    close: async () => {
      await lectern.close()
      await postgres?.drop()
    },
  }
}

const OWN: SiteSpec = {
  types: {
    article: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string', required: true },
        views: { type: 'integer' },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
      },
    },
    author: {
      attributes: {
        name: { type: 'string' },
        articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
      },
    },
  },
  // Only callers with the token may write.
  permissions: ['api::article.article.find'],
}

/** The user who can log in there. */
export const USER = { email: 'ida@example.com', username: 'ida', password: 'correct horse' } as const

export async function serveOwn(kind: DatabaseKind): Promise<Server> {
  const { folder, database, lectern, sql, close } = await openSite(kind, OWN)
  const people = await openPeople({ project: folder, database, env: {} }, false)
  await people.createUser({ ...USER, role: 'authenticated' })
  const { key } = await people.createToken({ name: 'client', type: 'full-access', actions: [], days: null })
  await people.close()
  return { url: `${await lectern.listen(ANYWHERE)}/api`, token: key, sql, close }
}

async function readSqlite(file: string, text: string): Promise<readonly (readonly Cell[])[]> {
  const connection = new BetterSqlite3(file, { readonly: true })
  try {
    return connection.prepare(text).raw().all() as Cell[][]
  } finally {
    connection.close()
  }
}

async function readPostgres(url: string, text: string): Promise<readonly (readonly Cell[])[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Cell[]>({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}
