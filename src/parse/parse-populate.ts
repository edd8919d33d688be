/**
 * `populate` → ParsedPopulate. Three forms: `*`; names and dotted paths; an object of attributes with options.
 * Comma lists are split at the top level only, as in Strapi.
 */

import type { Profile } from '../config/settings.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { asFlag, asList, isRawList, isRawObject, type RawObject, type RawValue } from '../request/raw-params.ts'
import type { Extensions } from '../vocabulary/extensions.ts'
import { parseFields } from './parse-fields.ts'
import { parseFilters } from './parse-filters.ts'
import { parseSort } from './parse-sort.ts'
import type { ParsedPopulate, ParsedPopulateEntry, ParsedPopulateOptions, ParsedPopulateValue } from './parsed-query.ts'

const PARAM = 'populate'

export interface PopulateForm {
  readonly extensions: Extensions
  readonly strictParams: boolean
  readonly profile: Profile
}

export function parsePopulate(raw: RawValue | undefined, form: PopulateForm): ParsedPopulate {
  if (typeof raw === 'string' && raw !== '*') return pathsOf(raw.split(','))
  const list = asList(raw)
  if (list !== null) return pathsOf(textsOf(list).flatMap((text) => text.split(',')))
  return parseNested(raw, PARAM, null, form)
}

/** Below the top level; `place` is where it stands, `path` the attributes that lead there. */
function parseNested(
  raw: RawValue | undefined,
  place: string,
  path: string | null,
  form: PopulateForm,
): ParsedPopulate {
  if (raw === undefined || raw === null) return { kind: 'none' }
  if (raw === '*') return { kind: 'all' }
  if (typeof raw === 'string') return nestedPaths([raw], path)
  const list = asList(raw)
  if (list !== null) return nestedPaths(textsOf(list), path)
  return parseMap(raw as RawObject, place, path, form)
}

function nestedPaths(texts: readonly string[], path: string | null): ParsedPopulate {
  const listed = texts.find((text) => text.includes(','))
  if (listed !== undefined) {
    throw invalidKey({
      key: listed,
      path,
      param: PARAM,
      hint: 'Write a nested populate as [populate][0]=a, [populate][1]=b',
    })
  }
  return { kind: 'paths', paths: texts.map((text) => text.split('.')) }
}

function pathsOf(texts: readonly string[]): ParsedPopulate {
  const names = texts.map((text) => text.trim()).filter((text) => text !== '')
  return names.length === 0 ? { kind: 'none' } : { kind: 'paths', paths: names.map((text) => text.split('.')) }
}

function textsOf(list: readonly RawValue[]): readonly string[] {
  return list.map((item) => {
    if (typeof item !== 'string') throw populateError()
    return item
  })
}

const INDEX = /^\d+$/

/** `populate[author]=true&populate[0]=tags`: a name under an index counts as it would in a list. */
function parseMap(object: RawObject, place: string, path: string | null, form: PopulateForm): ParsedPopulate {
  const entries: ParsedPopulateEntry[] = []
  const paths: (readonly string[])[] = []
  for (const [key, value] of Object.entries(object)) {
    if (INDEX.test(key) && value === '') continue
    if (INDEX.test(key) && typeof value === 'string') paths.push(value.split('.'))
    else entries.push(parseEntry(key, value, { place, path }, form))
  }
  return { kind: 'map', entries, paths }
}

interface MapPlace {
  readonly place: string
  readonly path: string | null
}

/** A list, as of `[sort][0][name]=asc`, can only be an option: no attribute takes one. */
function parseEntry(name: string, value: RawValue, { place, path }: MapPlace, form: PopulateForm): ParsedPopulateEntry {
  const asName = () => parseValue(value, `${place}[${name}]`, joined(path, name), form)
  if (!POPULATE_OPTIONS.has(name)) return { name, value: asName() }
  const named = isRawList(value) ? textOf(value) : asName()
  if (form.strictParams && form.profile !== 'strapi') return { name, value: named }
  return { name, value: named, asOption: () => parseOptions({ [name]: value }, place, path ?? name, form) }
}

function textOf(list: readonly RawValue[]): ParsedPopulateValue {
  return { kind: 'text', text: list.filter((item) => typeof item === 'string').join() }
}

function joined(path: string | null, name: string): string {
  return path === null ? name : `${path}.${name}`
}

function parseValue(value: RawValue, place: string, path: string, form: PopulateForm): ParsedPopulateValue {
  // `populate[author]=true&populate[author][fields]=name`, or `populate[author][0]=name`.
  if (isRawList(value)) {
    throw new ApiError('PARAM_SHAPE', { message: "Invalid nested populate. Expected '*' or an object" })
  }
  if (isRawObject(value)) return { kind: 'options', options: parseOptions(value, place, path, form) }
  const flag = asFlag(value)
  return flag === undefined ? { kind: 'text', text: value ?? '' } : { kind: 'flag', on: flag, text: value ?? '' }
}

export const POPULATE_OPTIONS: ReadonlySet<string> = new Set(['fields', 'filters', 'sort', 'populate', 'count', 'on'])

function parseOptions(raw: RawObject, place: string, path: string, form: PopulateForm): ParsedPopulateOptions {
  return {
    fields: parseFields(raw.fields),
    filters: parseFilters(raw.filters, `${place}[filters]`, form.extensions),
    sort: parseSort(raw.sort, PARAM, form.extensions),
    populate: parseNested(raw.populate, `${place}[populate]`, path, form),
    count: parseCount(raw.count, path),
    fragments: parseFragments(raw.on, `${place}[on]`, path, form),
    unknownKeys: Object.keys(raw).filter((key) => !POPULATE_OPTIONS.has(key)),
    raw,
  }
}

function parseCount(raw: RawValue | undefined, path: string): boolean {
  if (raw === undefined || raw === null) return false
  const flag = asFlag(raw)
  if (flag === undefined) throw invalidKey({ key: 'count', path, param: PARAM })
  return flag
}

/** A fragment with the value `false` is still included, because `on` lists what to show. */
function parseFragments(
  raw: RawValue | undefined,
  place: string,
  path: string,
  form: PopulateForm,
): readonly ParsedPopulateEntry[] | null {
  if (raw === undefined || raw === null) return null
  if (!isRawObject(raw)) throw invalidKey({ key: 'on', path: `${path}.on`, param: PARAM })
  return Object.entries(raw).map(([uid, value]) => {
    if (value === null) {
      throw new ApiError('POPULATE_NESTED', { message: "Invalid nested populate. Expected '*' or an object" })
    }
    return { name: uid, value: parseValue(value, `${place}[${uid}]`, path, form) }
  })
}

function populateError(): ApiError {
  return new ApiError('PARAM_SHAPE', {
    message: 'Invalid populate parameter. Expected a string, an array of strings, a populate object',
  })
}
