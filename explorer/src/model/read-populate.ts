/** What the URL says under `populate` → the builder's tree. */

import { asFlag, asList, isRawObject, type RawObject, type RawValue } from '../../../src/request/raw-params.ts'
import type { AsWrittenPart, Populate, PopulateEntry } from './query-model.ts'
import { NO_POPULATE, plainEntry } from './query-model.ts'
import { readFilters } from './read-filters.ts'
import { readFields, readSort } from './read-lists.ts'

/**
 * Whether a dotted path may be opened as a tree: below dynamic zones and media a path means something else than the
 * tree does. `names` lead there from the type that is asked for.
 */
export type Opens = (names: readonly string[]) => boolean

/** Null when the builder cannot show it. */
export function readPopulate(raw: RawValue | undefined, opens: Opens): Populate | null {
  return readLevel(raw, opens, true)
}

function readLevel(raw: RawValue | undefined, opens: Opens, isTop: boolean): Populate | null {
  if (raw === undefined || raw === null) return NO_POPULATE
  if (raw === '*') return { kind: 'all' }
  // Lists with commas are split at the top alone, and only there may a name be missing.
  const split = (text: string) => (isTop ? namesIn(text) : [text])
  if (typeof raw === 'string') return readPaths(split(raw), opens)
  const list = asList(raw)
  if (list === null) return readMap(raw as RawObject, opens)
  const texts = list.filter((item) => item !== null)
  return texts.every((item) => typeof item === 'string') ? readPaths(texts.flatMap(split), opens) : null
}

function namesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function readPaths(texts: readonly string[], opens: Opens): Populate | null {
  const paths = texts.map((text) => text.split('.'))
  if (paths.length === 0) return NO_POPULATE
  const entries = addPaths([], paths, opens)
  return entries === null ? null : { kind: 'some', entries, asWritten: [] }
}

function addPaths(
  start: readonly PopulateEntry[],
  paths: readonly (readonly string[])[],
  opens: Opens,
): readonly PopulateEntry[] | null {
  return paths.reduce<readonly PopulateEntry[] | null>(
    (entries, path) => (entries === null || !isTree(path, opens) ? null : withPath(entries, path)),
    start,
  )
}

function isTree(path: readonly string[], opens: Opens): boolean {
  const isName = (name: string) => /^[^\s,*$[\]]+$/.test(name) && !/^\d+$/.test(name)
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

function readMap(object: RawObject, opens: Opens): Populate | null {
  const entries: PopulateEntry[] = []
  const asWritten: AsWrittenPart[] = []
  for (const [key, value] of Object.entries(object)) {
    // A name under a number, beside names with options: what it then means depends on the others.
    if (/^\d+$/.test(key)) return null
    const entry = readEntry(key, value, (names) => opens([key, ...names]))
    if (entry === null) asWritten.push({ key, value })
    else entries.push(entry)
  }
  return { kind: 'some', entries, asWritten }
}

const OPTIONS: ReadonlySet<string> = new Set(['fields', 'filters', 'sort', 'populate', 'count', 'on'])

/** Null for what the builder cannot show: `false`, and texts. */
function readEntry(name: string, value: RawValue, opens: Opens): PopulateEntry | null {
  if (!isRawObject(value)) return asFlag(value) === true ? plainEntry(name) : null
  const fields = readFields(value.fields)
  const filters = readFilters(value.filters)
  const sort = readSort(value.sort)
  const populate = readLevel(value.populate, opens, false)
  const on = readFragments(value.on)
  const count = value.count === undefined ? false : asFlag(value.count)
  const understood = { fields, filters: filters ?? undefined, sort, populate: populate ?? undefined, on, count }
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
    on: on ?? null,
    asWritten,
  }
}

/** Paths below a component's UID lead from the component, which `opens` does not know: none is opened. */
const OPENS_NOTHING: Opens = () => false

/** Undefined for what the builder cannot show. */
function readFragments(raw: RawValue | undefined): readonly PopulateEntry[] | null | undefined {
  if (raw === undefined) return null
  if (!isRawObject(raw)) return undefined
  const entries = Object.entries(raw).map(([uid, value]) => readFragment(uid, value))
  return entries.every((entry) => entry !== null) ? entries : undefined
}

/** `on` lists what to show: a component written `=false` is listed all the same. */
function readFragment(uid: string, value: RawValue): PopulateEntry | null {
  if (!isRawObject(value)) return asFlag(value) === undefined ? null : plainEntry(uid)
  return readEntry(uid, value, OPENS_NOTHING)
}
