/** Copies of the fixture, changed: the project's schema files, and its database. */

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createSigner } from 'fast-jwt'
import { type Lectern, openProject } from '../../src/index.ts'
import type { OpenOptions } from '../../src/lectern.ts'
import { fixture } from '../support/fixture.ts'

export type JsonObject = Record<string, unknown>

export interface SchemaJson {
  options?: JsonObject
  attributes: Record<string, JsonObject>
}

const made: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-security-'))
  made.push(folder)
  return folder
}

export function removeCopies(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** `edit` gets every schema file by its UID. `files` are added, or replace the fixture's. */
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

export function open(options: Partial<OpenOptions> = {}): Promise<Lectern> {
  return openProject({
    project: fixture('magazine'),
    database: fixture('magazine.sqlite'),
    profile: 'strapi',
    env: {},
    ...options,
  })
}

const tokens = JSON.parse(readFileSync(fixture('tokens.json'), 'utf8')) as Record<string, string>

/** Headers of each kind of caller. */
export const CALLERS = {
  public: {},
  user: { authorization: `Bearer ${createSigner({ key: 'jwtsecret' })({ id: 1 })}` },
  'read-only': { authorization: `Bearer ${tokens['read-only']}` },
  'full-access': { authorization: `Bearer ${tokens['full-access']}` },
} as const satisfies Record<string, Record<string, string>>

export type CallerName = keyof typeof CALLERS

/** Status and body as they go over the wire. */
export async function ask(lectern: Lectern, url: string, caller: CallerName = 'public'): Promise<string> {
  const response = await lectern.fetch(url, { headers: CALLERS[caller] })
  return `${response.status} ${await response.text()}`
}

export interface Difference {
  readonly url: string
  readonly caller: CallerName
  readonly answers: readonly string[]
}

/** The requests that the servers do not answer alike, byte for byte. */
export async function differences(
  servers: readonly Lectern[],
  urls: Iterable<string>,
  callers: readonly CallerName[],
): Promise<readonly Difference[]> {
  const found: Difference[] = []
  for (const caller of callers) {
    for (const url of urls) {
      const answers = await Promise.all(servers.map((server) => ask(server, url, caller)))
      if (new Set(answers).size > 1) found.push({ url, caller, answers: answers.map((answer) => answer.slice(0, 500)) })
    }
  }
  return found
}
