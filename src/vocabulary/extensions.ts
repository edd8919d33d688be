/**
 * Extensions: what a request may ask beyond Strapi's API. Each is off unless `rest.extensions` names it, and a request
 * that is valid without extensions has the same response with them.
 */

import { keysOf } from './keys-of.ts'
export const EXTENSIONS = {
  exclude: 'fields and populated attributes to leave out',
  nestedPages: 'pages of populated lists, with totals',
  quantifiers: 'filters on some, every or none of the related entries and on their number',
  deep: 'populate to a depth, without naming every attribute',
  zones: 'filters on dynamic zones and on relations to any type',
  localeFallback: 'the first locale in which a document exists',
  cursors: 'pages by cursor, and totals that stop counting',
  aggregates: 'facets beside a page, groups with sums and averages',
  json: 'filters inside JSON',
  sorting: 'sort by case, nulls first or last, random order',
  dates: 'dates relative to now',
  query: 'long queries in the body of a request',
  watch: 'live responses, sent again whenever they change',
  batch: 'several queries in one request and one snapshot',
  search: 'full-text search with scores and highlights',
  export: 'a whole list, one entry a line',
  mcp: 'tools for agents, by the Model Context Protocol',
} as const satisfies Readonly<Record<string, string>>

export type Extension = keyof typeof EXTENSIONS

export const EXTENSION_NAMES = keysOf(EXTENSIONS)

export interface Extensions {
  readonly on: ReadonlySet<Extension>
  /** Whether errors name the extension that supports a request. Not in production. */
  readonly hints: boolean
}

/** Whether some path takes the method `QUERY`. */
export function hasQueryMethod({ on }: Extensions): boolean {
  return on.has('query') || on.has('batch')
}

export const NO_EXTENSIONS: Extensions = { on: new Set(), hints: false }

/** For an error about something that an extension would understand, where that extension is off. */
export function extensionHint(name: Extension, { on, hints }: Extensions): string | undefined {
  if (!hints || on.has(name)) return undefined
  return `This is an extension (${EXTENSIONS[name]}). To switch it on: rest.extensions: ['${name}'] in config/api`
}
