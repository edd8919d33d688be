/** Hints for unknown names, from their spelling only. */

import type { ApiError } from '../errors/api-error.ts'
import { ERRORS } from '../errors/codes.ts'
import { missingValueHint } from '../errors/missing-value.ts'

export function keyHint({ code, message, details: { param, key, path } }: ApiError): string | undefined {
  if (code === 'POPULATE_NESTED') return message.startsWith(ERRORS[code].message) ? OF_ZONES : undefined
  if (code !== 'KEY_INVALID' || typeof key !== 'string' || typeof param !== 'string') return undefined
  return spellingHint(param, key, typeof path === 'string' ? path : key)
}

/** Letters of a name that a hint is written for: a body may hold one of a megabyte, which no one wrote by mistake. */
const LONGEST_HINTED = 500

/** `path` ends at the attribute that has the key, or at the key. */
export function spellingHint(param: string, key: string, path: string): string | undefined {
  if (key.length > LONGEST_HINTED) return undefined
  return (
    missingValueHint(key, `leave ${param} out if there is no value`) ??
    bracketsHint(key) ??
    wrapperHint(param, key) ??
    HINTS[param]?.(key, path)
  )
}

const HINTS: Readonly<Record<string, (key: string, path: string) => string | undefined>> = {
  filters: filterHint,
  populate: populateHint,
  sort: sortHint,
  fields: fieldHint,
}

/** `populate=author[avatar]`, `filters[title][$eq=x`. */
function bracketsHint(key: string): string | undefined {
  if (!/[[\]]/.test(key)) return undefined
  return 'Brackets belong before the =, each of them closed: filters[title][$eq]=x, populate[author][populate]=avatar'
}

/** `populate[sections]=*`, `populate[sections][on][blocks.quote]=*`. */
const OF_ZONES = 'Write [populate]=* for everything in it, or [on][category.component][populate]=* for one component'

/** Without what Strapi 4 had around fields. */
const UNWRAPPED: Readonly<Record<string, string>> = {
  filters: 'filters[author][name]=x',
  populate: 'populate[author][fields]=name',
  sort: 'sort=author.name',
  fields: 'fields=title',
}

/** `filters[attributes][title]=x`, `sort=attributes.title`, `populate[author][data]=true`. */
function wrapperHint(param: string, key: string): string | undefined {
  const example = UNWRAPPED[param]
  if (example === undefined || !/^(?:data|attributes)(?:\.|$)/.test(key)) return undefined
  return `Strapi 4 had data and attributes around fields; leave them out: ${example}`
}

/** Parameters that an object of filters may hold by mistake. */
const BESIDE_FILTERS: ReadonlySet<string> = new Set(['status', 'populate', 'sort', 'fields', 'pagination'])

/** `filters[title_contains]=x`, as Strapi 3 had it. */
const WITH_OPERATOR = /^(.+)_(eq|ne|lt|lte|gt|gte|in|contains|null)$/

function filterHint(key: string, path: string): string | undefined {
  if (key.startsWith('\\$')) return `Did you mean ${key.slice(1)}?`
  if (key.includes('.')) return `Did you mean ${bracketed(key, '')}?`
  if (path === key && BESIDE_FILTERS.has(key)) return `${key} is a parameter of its own, beside filters: ${key}=…`
  const [, name, operator] = WITH_OPERATOR.exec(key) ?? []
  return name === undefined ? undefined : `Did you mean [${name}][$${operator}]?`
}

/** `sort=title desc`, as SQL has it, `sort=title_desc`, `sort=title,desc`, and `sort[author.name]=desc`. */
function sortHint(key: string): string | undefined {
  const [, name, order] = /^(?:(.+)[ ._-])?(asc|desc)$/i.exec(key) ?? []
  if (order !== undefined && name === undefined)
    return `Write the order behind a colon: sort=title:${order.toLowerCase()}`
  if (order !== undefined) return `Did you mean ${name}:${order.toLowerCase()}?`
  return key.includes('.') ? `Write sort=${key}:asc or sort${bracketed(key, '')}=asc` : undefined
}

/** `fields=title;views`; `fields=author.name`; `fields=*.*` and `fields=author.*`, as Directus has it. */
function fieldHint(key: string): string | undefined {
  const [, path, name] = /^(.+)\.([^.]+)$/.exec(key) ?? []
  if (SEPARATOR.test(key)) return withCommas('fields', key)
  if (path?.startsWith('*')) return EVERYTHING
  if (path !== undefined && name === '*') return `Write populate=${path.replaceAll('.*', '')}`
  return path === undefined ? undefined : `Write populate${bracketed(path, '[populate]')}[fields]=${name}`
}

/** What stands between names where a comma is meant. */
const SEPARATOR = /[;|\s]/

function withCommas(param: string, key: string): string {
  return `Write commas between names: ${param}=${key
    .trim()
    .split(/[;|\s]+/)
    .join(',')}`
}

/** `populate[author]=true&populate[author][fields]=name&populate[author][sort]=name`. */
export const ONE_FORM =
  'Write an attribute once: populate[author]=true, or with options alone, populate[author][fields]=name&populate[author][populate]=avatar'

/** `populate=author;cover`. */
function populateHint(key: string, path: string): string | undefined {
  if (path === key && SEPARATOR.test(key.trim())) return withCommas('populate', key)
  if (path === key) return WHOLE.get(key)
  if (/^\d+$/.test(key)) return ONE_FORM
  if (key !== '*' && key !== '') return OPTIONS.get(key)
  const name = path.replace(/\.\*$/, '').split('.').at(-1)
  return `Write [${name}][populate]=* for all that is below ${name}, or [${name}]=true for ${name} alone`
}

const EVERYTHING = 'Write populate=* for all relations, components and files'
const NOTHING = 'Leave populate out to populate nothing'

/** Alone, or in a list: `populate[0]=*`. */
const WHOLE: ReadonlyMap<string, string> = new Map([
  ['*', 'Write populate=*, without a list or other names'],
  ['true', EVERYTHING],
  ['1', EVERYTHING],
  ['all', EVERYTHING],
  ['false', NOTHING],
  ['0', NOTHING],
  ['', NOTHING],
])

const AS_REQUESTED = 'Populated entries have the status and the locale of the request: write it without populate'

/** Options of populate that Strapi 4 had, and those of the request. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['where', 'Did you mean filters?'],
  ['orderBy', 'Did you mean sort?'],
  ['select', 'Did you mean fields?'],
  ['status', AS_REQUESTED],
  ['publicationState', AS_REQUESTED],
  ['locale', AS_REQUESTED],
])

/** `populate[author.avatar]=true`. */
export function dottedHint(key: string): string | undefined {
  const isHinted = key.length <= LONGEST_HINTED && key.includes('.')
  return isHinted ? `Did you mean ${bracketed(key, '[populate]')}?` : undefined
}

/** `author.name` → `[author][name]`, with what stands between two names. */
function bracketed(path: string, between: string): string {
  return path
    .split('.')
    .map((name) => `[${name}]`)
    .join(between)
}
