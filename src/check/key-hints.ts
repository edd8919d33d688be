/** Hints for unknown names, by their spelling only. */

import type { ApiError } from '../errors/api-error.ts'
import { ERRORS } from '../errors/codes.ts'
import { missingValueHint } from '../errors/missing-value.ts'

export function keyHint({ code, message, details: { param, key, path } }: ApiError): string | undefined {
  if (code === 'POPULATE_NESTED') return message.startsWith(ERRORS[code].message) ? ZONE_HINT : undefined
  if (code !== 'KEY_INVALID' || typeof key !== 'string' || typeof param !== 'string') return undefined
  return spellingHint(param, key, typeof path === 'string' ? path : key)
}

/** Longest name that gets a hint, in characters: a megabyte is no typo. */
const LONGEST_HINTED = 500

/** `path`: ends with the key, or with the attribute that has it. */
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

/** For `populate=author[avatar]` and `filters[title][$eq=x`. */
function bracketsHint(key: string): string | undefined {
  if (!/[[\]]/.test(key)) return undefined
  return 'Brackets belong before the =, each of them closed: filters[title][$eq]=x, populate[author][populate]=avatar'
}

/** For `populate[sections]=*`. */
const ZONE_HINT = 'Write [populate]=* for everything in it, or [on][category.component][populate]=* for one component'

/** The same without Strapi 4's wrappers. */
const UNWRAPPED: Readonly<Record<string, string>> = {
  filters: 'filters[author][name]=x',
  populate: 'populate[author][fields]=name',
  sort: 'sort=author.name',
  fields: 'fields=title',
}

/** For `filters[attributes][title]=x`, `sort=attributes.title` and `populate[author][data]=true`. */
function wrapperHint(param: string, key: string): string | undefined {
  const example = UNWRAPPED[param]
  if (example === undefined || !/^(?:data|attributes)(?:\.|$)/.test(key)) return undefined
  return `Strapi 4 had data and attributes around fields; leave them out: ${example}`
}

/** Parameters that are sometimes put into `filters` by mistake. */
const BESIDE_FILTERS: ReadonlySet<string> = new Set(['status', 'populate', 'sort', 'fields', 'pagination'])

/** `filters[title_contains]=x`, the syntax of Strapi 3. */
const WITH_OPERATOR = /^(.+)_(eq|ne|lt|lte|gt|gte|in|contains|null)$/

function filterHint(key: string, path: string): string | undefined {
  if (key.startsWith('\\$')) return `Did you mean ${key.slice(1)}?`
  if (key.includes('.')) return `Did you mean ${bracketed(key, '')}?`
  if (path === key && BESIDE_FILTERS.has(key)) return `${key} is a parameter of its own, beside filters: ${key}=…`
  const [, name, operator] = WITH_OPERATOR.exec(key) ?? []
  return name === undefined ? undefined : `Did you mean [${name}][$${operator}]?`
}

/** For `sort=title desc` as in SQL, `sort=title_desc`, `sort=title,desc` and `sort[author.name]=desc`. */
function sortHint(key: string): string | undefined {
  const [, name, order] = /^(?:(.+)[ ._-])?(asc|desc)$/i.exec(key) ?? []
  if (order !== undefined && name === undefined)
    return `Write the order after a colon: sort=title:${order.toLowerCase()}`
  if (order !== undefined) return `Did you mean ${name}:${order.toLowerCase()}?`
  return key.includes('.') ? `Write sort=${key}:asc or sort${bracketed(key, '')}=asc` : undefined
}

/** For `fields=title;views`, `fields=author.name`, and Directus' `fields=*.*` and `fields=author.*`. */
function fieldHint(key: string): string | undefined {
  const [, path, name] = /^(.+)\.([^.]+)$/.exec(key) ?? []
  if (SEPARATOR.test(key)) return withCommas('fields', key)
  if (path?.startsWith('*')) return EVERYTHING
  if (path !== undefined && name === '*') return `Write populate=${path.replaceAll('.*', '')}`
  return path === undefined ? undefined : `Write populate${bracketed(path, '[populate]')}[fields]=${name}`
}

/** Separators that are used instead of commas. */
const SEPARATOR = /[;|\s]/

function withCommas(param: string, key: string): string {
  return `Write commas between names: ${param}=${key
    .trim()
    .split(/[;|\s]+/)
    .join(',')}`
}

/** For `populate[author]=true&populate[author][fields]=name`, which has the attribute twice. */
export const ONE_FORM =
  'Write an attribute once: populate[author]=true, or with options alone, populate[author][fields]=name&populate[author][populate]=avatar'

/** For `populate=author;cover`, for example. */
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

/** Words in place of a name, alone or in a list: `populate[0]=*`. */
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

/** Options of populate in Strapi 4, and parameters of the request that are no options. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['where', 'Did you mean filters?'],
  ['orderBy', 'Did you mean sort?'],
  ['select', 'Did you mean fields?'],
  ['status', AS_REQUESTED],
  ['publicationState', AS_REQUESTED],
  ['locale', AS_REQUESTED],
])

/** For `populate[author.avatar]=true`. */
export function dottedHint(key: string): string | undefined {
  const isHinted = key.length <= LONGEST_HINTED && key.includes('.')
  return isHinted ? `Did you mean ${bracketed(key, '[populate]')}?` : undefined
}

/** `author.name` → `[author][name]`, with `between` between the names. */
function bracketed(path: string, between: string): string {
  return path
    .split('.')
    .map((name) => `[${name}]`)
    .join(between)
}
