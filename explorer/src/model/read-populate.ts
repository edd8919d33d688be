/** `populate` of the URL → the builder's tree. */

import { asFlag, asList, isRawObject, type RawObject, type RawValue } from '../../../src/request/raw-params.ts'
import type { AsWrittenPart, Populate, PopulateEntry } from './query-model.ts'
import { NO_PAGINATION, NO_POPULATE, POPULATE_ALL, plainEntry } from './query-model.ts'
import { DEEP, pathLeftOut, readEverything, readLevels } from './read-deep.ts'
import { readFilters } from './read-filters.ts'
import { readFields, readSort } from './read-lists.ts'
import { readNestedPagination } from './read-pagination.ts'

/** Facts from the schema on paths from the requested type. */
export interface Names {
  /**
   * Whether a dotted path can be shown as a tree: below dynamic zones and media, a path has another meaning than the tree.
   */
  readonly opens: (names: readonly string[]) => boolean
  readonly has: (names: readonly string[]) => boolean
}

/** Null when the builder cannot show it. */
export function readPopulate(raw: RawValue | undefined, names: Names): Populate | null {
  return readLevel(raw, names, true)
}

function readLevel(raw: RawValue | undefined, names: Names, isTop: boolean): Populate | null {
  if (raw === undefined || raw === null) return NO_POPULATE
  if (raw === '*') return POPULATE_ALL
  // Lists with commas are split at the top alone, and only there may a name be missing.
  const split = (text: string) => (isTop ? namesIn(text) : [text])
  if (typeof raw === 'string') return readPaths(split(raw), names)
  const list = asList(raw)
  if (list === null) return readMap(raw as RawObject, names)
  const texts = list.filter((item) => item !== null)
  return texts.every((item) => typeof item === 'string') ? readPaths(texts.flatMap(split), names) : null
}

function namesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function readPaths(texts: readonly string[], names: Names): Populate | null {
  const everything = readEverything(texts, !names.has(['deep']))
  if (everything !== null) return everything
  const paths = texts.map((text) => text.split('.'))
  if (paths.length === 0) return NO_POPULATE
  const entries = addPaths([], paths, names)
  return entries === null ? null : { kind: 'some', entries, asWritten: [] }
}

function addPaths(
  start: readonly PopulateEntry[],
  paths: readonly (readonly string[])[],
  { opens }: Names,
): readonly PopulateEntry[] | null {
  return paths.reduce<readonly PopulateEntry[] | null>(
    (entries, path) => (entries === null || !isTree(path, opens) ? null : withPath(entries, path)),
    start,
  )
}

function isTree(path: readonly string[], opens: Names['opens']): boolean {
  const isName = (name: string) => /^[^\s,*$[\]-][^\s,*$[\]]*$/.test(name) && !/^\d+$/.test(name)
  return path.every(isName) && path.slice(1).every((_, index) => opens(path.slice(0, index + 1)))
}

function withPath(entries: readonly PopulateEntry[], [name = '', ...below]: readonly string[]): PopulateEntry[] {
  const known = entries.find((entry) => entry.name === name)
  const entry = known ?? plainEntry(name)
  const nested = entry.populate.kind === 'some' ? entry.populate.entries : []
  const grown: PopulateEntry =
    below.length === 0
      ? entry
      : { ...entry, populate: { kind: 'some', entries: withPath(nested, below), asWritten: [] } }
  return known === undefined ? [...entries, grown] : entries.map((one) => (one === known ? grown : one))
}

function readMap(object: RawObject, names: Names): Populate | null {
  const { [DEEP]: deep, ...others } = object
  const form = deep === undefined ? null : readLevels(deep)
  const rest = readEntries(form === null ? object : others, names, form !== null)
  if (rest === null) return null
  const { entries, asWritten, ...leftOut } = rest
  return form === null
    ? { kind: 'some', entries, asWritten }
    : { kind: 'deep', ...form, ...leftOut, entries, asWritten }
}

/** `besideAll`: with everything populated, names can be left out. Null for what cannot be taken apart. */
function readEntries(object: RawObject, names: Names, besideAll: boolean) {
  const entries: PopulateEntry[] = []
  const asWritten: AsWrittenPart[] = []
  const except: string[] = []
  const off: string[] = []
  for (const [key, value] of Object.entries(object)) {
    const isNumber = /^\d+$/.test(key)
    const path = besideAll && isNumber && typeof value === 'string' ? pathLeftOut(value) : null
    // A name under a number, beside names with options: what it then means depends on the others.
    if (isNumber && path === null) return null
    const entry = isNumber ? null : readEntry(key, value, below(names, key))
    if (path !== null) except.push(path)
    else if (besideAll && asFlag(value) === false) off.push(key)
    else if (entry === null) asWritten.push({ key, value })
    else entries.push(entry)
  }
  return { entries, asWritten, off, except }
}

function below({ opens, has }: Names, name: string): Names {
  return { opens: (path) => opens([name, ...path]), has: (path) => has([name, ...path]) }
}

const OPTIONS: ReadonlySet<string> = new Set(['fields', 'filters', 'sort', 'pagination', 'populate', 'count', 'on'])

/** Null for what the builder cannot show: `false`, and texts. */
function readEntry(name: string, value: RawValue, names: Names): PopulateEntry | null {
  if (!isRawObject(value)) return asFlag(value) === true ? plainEntry(name) : null
  const fields = readFields(value.fields)
  const filters = readFilters(value.filters)
  const sort = readSort(value.sort)
  const pagination = readNestedPagination(value.pagination)
  const populate = readLevel(value.populate, names, false)
  const on = readFragments(value.on)
  const count = value.count === undefined ? false : asFlag(value.count)
  const understood = {
    fields,
    filters: filters ?? undefined,
    sort,
    pagination,
    populate: populate ?? undefined,
    on,
    count,
  }
  const asWritten = Object.entries(value)
    .filter(([key]) => !OPTIONS.has(key) || understood[key as keyof typeof understood] === undefined)
    .map(([key, raw]) => ({ key, value: raw }))
  return {
    name,
    fields: fields ?? null,
    filters: filters ?? [],
    sort: sort ?? [],
    populate: populate ?? NO_POPULATE,
    count: count ?? false,
    pagination: pagination ?? NO_PAGINATION,
    on: on ?? null,
    asWritten,
  }
}

/** Paths below a component's UID lead from the component, which is not looked up: none is opened. */
const UNKNOWN: Names = { opens: () => false, has: () => true }

/** Undefined for what the builder cannot show. */
function readFragments(raw: RawValue | undefined): readonly PopulateEntry[] | null | undefined {
  if (raw === undefined) return null
  if (!isRawObject(raw)) return undefined
  const entries = Object.entries(raw).map(([uid, value]) => readFragment(uid, value))
  return entries.every((entry) => entry !== null) ? entries : undefined
}

/** `on` lists what to show: a component with `=false` is still included. */
function readFragment(uid: string, value: RawValue): PopulateEntry | null {
  if (!isRawObject(value)) return asFlag(value) === undefined ? null : plainEntry(uid)
  return readEntry(uid, value, UNKNOWN)
}
