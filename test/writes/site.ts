/** Projects on databases of their own, in which everybody may do everything: what the tests of writes write to. */

import { expect } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { type Prepared, prepareSite } from './prepare-site.ts'
import type { Json, SiteSpec } from './site-files.ts'

export { DATABASES, type DatabaseKind } from '../support/databases.ts'
export { type Cell, type Prepared, prepareSite } from './prepare-site.ts'
export { filesOf, type Json, type SiteSpec, type TypeSpec } from './site-files.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The entry or entries; null in a refusal. */
  readonly data: unknown
  readonly error: { readonly name: string; readonly message: string; readonly details: Json } | null
}

export interface Site extends Pick<Prepared, 'folder' | 'database' | 'sql'> {
  readonly lectern: Lectern
  ask(method: string, path: string, data?: unknown): Promise<Answer>
  /** The entry that the answer has; any other status fails the test. */
  entry(status: number, method: string, path: string, data?: unknown): Promise<Entry>
  create(path: string, data: unknown): Promise<Entry>
  update(path: string, data: unknown): Promise<Entry>
  read(path: string): Promise<Entry>
  list(path: string): Promise<readonly Entry[]>
  close(): Promise<void>
}

export type Entry = Readonly<Record<string, unknown>> & { readonly id: number; readonly documentId: string }

export async function openSite(kind: DatabaseKind, spec: SiteSpec): Promise<Site> {
  const { folder, database, sql, remove } = await prepareSite(kind, spec)
  const lectern = await openProject({ project: folder, database, env: {} })
  return {
    folder,
    database,
    lectern,
    ...askerOf((path, init) => lectern.fetch(path, init)),
    sql,
    close: async () => {
      await lectern.close()
      await remove()
    },
  }
}

interface Init {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The same over a socket: `fetch` itself will do. */
export function askerOf(fetch: (path: string, init: Init) => Promise<Response>) {
  const ask = async (method: string, path: string, data?: unknown): Promise<Answer> => {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) }
    const headers: Record<string, string> = data === undefined ? {} : { 'content-type': 'application/json' }
    return readAnswer(await fetch(path, { method, headers, ...body }))
  }
  const entry = async (status: number, method: string, path: string, data?: unknown): Promise<Entry> => {
    const answer = await ask(method, path, data)
    expect({ status: answer.status, error: answer.error }, `${method} ${path}`).toEqual({ status, error: null })
    return answer.data as Entry
  }
  return {
    ask,
    entry,
    create: (path: string, data: unknown) => entry(201, 'POST', path, data),
    update: (path: string, data: unknown) => entry(200, 'PUT', path, data),
    read: (path: string) => entry(200, 'GET', path),
    list: async (path: string) => (await entry(200, 'GET', path)) as unknown as readonly Entry[],
  }
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const body = (text === '' ? { data: null } : JSON.parse(text)) as { data: unknown; error?: Answer['error'] }
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: body.data,
    error: body.error ?? null,
  }
}

/** The values of one attribute of related entries. */
export function namesOf(entries: unknown, key = 'name'): unknown {
  if (Array.isArray(entries)) return entries.map((entry: Json) => entry[key])
  return entries === null || entries === undefined ? entries : (entries as Json)[key]
}
