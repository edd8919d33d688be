/**
 * ra-strapi-v4-rest takes its fetch from ra-core, which wants all of React to be installed. Its own code is run as it
 * is; the one function of ra-core that it asks for is written here, by its documentation.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import type { Entry } from './reads.ts'

interface FetchOptions {
  readonly method?: string
  readonly body?: string
  readonly headers?: Headers
}

export type FetchJson = (url: string, options?: FetchOptions) => Promise<{ readonly json: unknown }>

interface List {
  readonly data: readonly Entry[]
  readonly total: number
}

interface One {
  readonly data: Entry
}

export interface Provider {
  getList(path: string, params: object): Promise<List>
  getOne(path: string, params: object): Promise<One>
  getMany(path: string, params: object): Promise<List>
  getManyReference(path: string, params: object): Promise<List>
  create(path: string, params: object): Promise<One>
  update(path: string, params: object): Promise<One>
  delete(path: string, params: object): Promise<One>
}

export class HttpError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(message: string, status: number, body: unknown) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** Sends JSON, and does not parse bodies that are not JSON. */
export const fetchJson: FetchJson = async (url, { headers, ...options } = {}) => {
  const sent = new Headers(headers ?? { Accept: 'application/json' })
  if (options.body !== undefined && !sent.has('Content-Type')) sent.set('Content-Type', 'application/json')
  const response = await fetch(url, { ...options, headers: sent })
  const json = await response.json().catch(() => undefined)
  if (!response.ok) throw new HttpError(response.statusText, response.status, json)
  return { json }
}

export const { strapiRestProvider } = loadPackage()

function loadPackage(): { strapiRestProvider(url: string, client: FetchJson): Provider } {
  const here = createRequire(import.meta.url)
  const file = here.resolve('ra-strapi-v4-rest')
  const there = createRequire(file)
  const load = (name: string): unknown => (name === 'ra-core' ? { fetchUtils: { fetchJson } } : there(name))
  const exported: Partial<ReturnType<typeof loadPackage>> = {}
  compileFunction(readFileSync(file, 'utf8'), ['exports', 'require'], { filename: file })(exported, load)
  if (exported.strapiRestProvider === undefined) throw new Error(`${file} exports no strapiRestProvider`)
  return { strapiRestProvider: exported.strapiRestProvider }
}
