/** A new project of one's own, with the command line and the server on it. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { Context } from '../../src/cli/context.ts'
import { run } from '../../src/cli/run.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { fillStarter } from '../../src/operate/fill-starter.ts'
import { openLocales } from '../../src/operate/open-locales.ts'
import { openPeople } from '../../src/operate/open-people.ts'
import { writeStarter } from '../../src/starter/write-starter.ts'

export interface Site {
  readonly folder: string
  /** Runs `lectern <words> --project <folder>`. */
  lectern(words: readonly string[], world?: Partial<Context>): Promise<Said>
  /** The key alone. */
  token(...words: readonly string[]): Promise<string>
  serve(env?: NodeJS.ProcessEnv): Promise<Lectern>
  /** Changes the database behind everybody's back. */
  sql(text: string): unknown[]
  remove(): Promise<void>
}

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

export function newSite(): Site {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-people-'))
  writeStarter(folder, { folder: '/lectern', version: '0.0.0' })
  return siteIn(folder, join(folder, 'data/content.db'))
}

/** The same project with the same content, for a test to change: a copy takes less than making another. */
export function copySite({ folder }: Site): Site {
  const copy = mkdtempSync(join(tmpdir(), 'lectern-people-'))
  cpSync(folder, copy, { recursive: true })
  return siteIn(copy, join(copy, 'data/content.db'))
}

export function siteIn(folder: string, database: string, options: readonly string[] = []): Site {
  const opened: Lectern[] = []
  const lectern = (words: readonly string[], world: Partial<Context> = {}) =>
    commandLine([...words, '--project', folder, ...options], world)
  return {
    folder,
    lectern,
    token: async (...words) => (await lectern(['token', 'create', ...words])).out,
    serve: async (env = {}) => {
      const project = await openProject({ project: folder, env, migrate: true })
      opened.push(project)
      return project
    },
    sql: (text) => {
      const connection = new BetterSqlite3(database)
      try {
        const statement = connection.prepare(text)
        return statement.reader ? statement.all() : [statement.run()]
      } finally {
        connection.close()
      }
    },
    remove: async () => {
      for (const project of opened) await project.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function commandLine(words: readonly string[], world: Partial<Context> = {}): Promise<Said> {
  const out: string[] = []
  const err: string[] = []
  const code = await run(words, {
    env: {},
    version: '1.2.3',
    packageFolder: '/lectern',
    watched: false,
    colour: { out: false, err: false },
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    openProject,
    migrate: async () => {
      throw new Error('not here')
    },
    openPeople,
    openLocales,
    fillStarter,
    askSecret: async () => null,
    readInput: async () => '',
    nextSignal: async () => undefined,
    ...world,
  } as Context)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Status and body. */
export async function ask(lectern: Lectern, url: string, bearer: string | null = null) {
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const response = await lectern.fetch(url, { headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

export async function logIn(lectern: Lectern, body: unknown) {
  const response = await lectern.fetch('/api/auth/local', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  return { status: response.status, headers: response.headers, body: answer, text: JSON.stringify(answer) }
}
