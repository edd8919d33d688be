/** Changed copies of the fixture: of the project's schema files and of its database. */

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Lectern, openProject } from '../../src/index.ts'
import type { OpenOptions } from '../../src/open/lectern.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import type { PostgresDatabase } from '../support/postgres.ts'
import { CALLERS } from '../support/recorded-requests.ts'

export type JsonObject = Record<string, unknown>

export interface SchemaJson {
  options?: JsonObject
  attributes: Record<string, JsonObject>
}

const made: string[] = []
const servers: PostgresDatabase[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-security-'))
  made.push(folder)
  return folder
}

export async function removeCopies(): Promise<void> {
  for (const server of servers.splice(0)) await server.drop()
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/**
 * Names are refused before a statement runs, and statements differ only in details between databases: the slower database
 * gets only some of the requests.
 */
export const EVERY: Readonly<Record<DatabaseKind, number>> = { SQLite: 1, PostgreSQL: 11 }
export const some = (kind: DatabaseKind, urls: readonly string[]) =>
  urls.filter((_, index) => index % EVERY[kind] === 0)

/** The SQLite file itself, or a PostgreSQL database with the same content. */
export async function placedOn(kind: DatabaseKind, file: string): Promise<string> {
  if (kind === 'SQLite') return file
  const server = await copyToPostgres(file, { decimals: await decimals() })
  servers.push(server)
  return server.url
}

async function decimals(): Promise<readonly string[]> {
  const { schema, tables } = await loadProject(fixture('magazine'), {}, {})
  return [...schema.contentTypes.values(), ...schema.components.values()].flatMap(({ uid, attributes }) =>
    [...attributes.values()].flatMap((attribute) =>
      attribute.kind === 'scalar' && attribute.type === 'decimal'
        ? (tables.get(uid)?.columns.get(attribute.name) ?? [])
        : [],
    ),
  )
}

/** `edit` is called with every schema file and its UID. `files` are added to those of the fixture, or replace them. */
export function copyProject(
  edit: (uid: string, schema: SchemaJson) => void,
  files: Readonly<Record<string, string>> = {},
): string {
  const folder = newFolder()
  cpSync(fixture('magazine'), folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  for (const { uid, file } of schemaFiles(folder)) {
    const schema = JSON.parse(readFileSync(file, 'utf8')) as SchemaJson
    edit(uid, schema)
    writeFileSync(file, JSON.stringify(schema))
  }
  return folder
}

function schemaFiles(folder: string): readonly { readonly uid: string; readonly file: string }[] {
  const under = (...path: string[]) => readdirSync(join(folder, 'src', ...path), { recursive: true, encoding: 'utf8' })
  const types = under('api').flatMap((file) => {
    const [, owner, name] = /^([^/]+)\/content-types\/([^/]+)\/schema\.json$/.exec(file) ?? []
    return owner === undefined ? [] : [{ uid: `api::${owner}.${name}`, file: join(folder, 'src', 'api', file) }]
  })
  const components = under('components').flatMap((file) => {
    const [, category, name] = /^([^/]+)\/([^/]+)\.json$/.exec(file) ?? []
    return category === undefined ? [] : [{ uid: `${category}.${name}`, file: join(folder, 'src', 'components', file) }]
  })
  return [...types, ...components]
}

export function copyDatabase(change: (database: Sqlite.Database) => void, from = fixture('magazine.sqlite')): string {
  const file = join(newFolder(), 'copy.sqlite')
  copyFileSync(from, file)
  const database = new Sqlite(file)
  database.pragma('foreign_keys = off')
  database.transaction(() => change(database))()
  database.close()
  return file
}

/** With all extensions, which must not leak either. */
export function open(options: Partial<OpenOptions> = {}): Promise<Lectern> {
  return openProject({
    project: fixture('magazine'),
    database: fixture('magazine.sqlite'),
    profile: 'strapi',
    extensions: EXTENSION_NAMES,
    env: {},
    ...options,
  })
}

export { CALLERS }

export type CallerName = keyof typeof CALLERS

/** Status and body as they are sent. */
export async function ask(lectern: Lectern, url: string, caller: CallerName = 'public'): Promise<string> {
  const response = await lectern.fetch(url, { headers: CALLERS[caller] })
  return `${response.status} ${await response.text()}`
}

export interface Difference {
  readonly url: string
  readonly caller: CallerName
  readonly answers: readonly string[]
}

/** Requests on PostgreSQL wait for its server, so several are sent at once. */
const AT_ONCE = 8

/** The requests whose responses differ between the servers. `look` is called with the responses of the first. */
export async function differences(
  servers: readonly Lectern[],
  urls: Iterable<string>,
  callers: readonly CallerName[],
  look: (url: string, answer: string) => void = () => {},
): Promise<readonly Difference[]> {
  const found: Difference[] = []
  const compare = async (url: string, caller: CallerName) => {
    const answers = await Promise.all(servers.map((server) => ask(server, url, caller)))
    look(url, answers[0] ?? '')
    if (new Set(answers).size > 1) found.push({ url, caller, answers: answers.map((answer) => answer.slice(0, 500)) })
  }
  const all = [...urls]
  for (const caller of callers) {
    for (let at = 0; at < all.length; at += AT_ONCE) {
      await Promise.all(all.slice(at, at + AT_ONCE).map((url) => compare(url, caller)))
    }
  }
  return found
}
