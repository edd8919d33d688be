/** Requests whose responses depend neither on the place of nulls in the order nor on the order of keys in JSON. */

import { type Request, sortableNames } from '../naive/generate-query.ts'
import type { Tables } from '../naive/load.ts'
import { MODELS } from '../naive/models.ts'
import type { Query } from '../naive/request.ts'
import { isList, isObject, type Json } from '../naive/values.ts'

/** Names of attributes that have a value in every row of every model that has them. */
export function namesWithoutNulls(tables: Tables): ReadonlySet<string> {
  const sometimesNull = new Set<string>()
  const names = new Set<string>()
  for (const model of MODELS.values()) {
    const rows = [...(tables.get(model.uid)?.values() ?? [])]
    for (const name of sortableNames(model)) {
      names.add(name)
      if (rows.some((row) => (row.values[name] ?? null) === null)) sometimesNull.add(name)
    }
  }
  return new Set([...names].filter((name) => !sometimesNull.has(name)))
}

/** The same request with only those sort keys, at any depth of populate, that are among the given attributes. */
export function orderedBy(names: ReadonlySet<string>, { path, query }: Request): Request {
  return { path, query: rewrite(query as Json, names) as Query }
}

function rewrite(value: Json, names: ReadonlySet<string>): Json {
  if (isList(value)) return value.map((item) => rewrite(item, names))
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    if (key !== 'sort') return [[key, rewrite(inner, names)]]
    const kept = (isList(inner) ? inner : [inner]).filter((item) => names.has(String(item).split(':')[0] ?? ''))
    return kept.length === 0 ? [] : [[key, kept]]
  })
  return Object.fromEntries(entries)
}

const JSON_NAMES: ReadonlySet<string> = new Set(
  [...MODELS.values()].flatMap(({ scalars }) => Object.keys(scalars).filter((name) => scalars[name] === 'json')),
)

/**
 * jsonb does not keep the order of keys, so the text of a document differs from that in SQLite: a searched text may not
 * begin or end at the ends of the document, nor reach from one key to the next.
 */
export function dependsOnKeyOrder(value: Json | undefined, inJson = false): boolean {
  if (isList(value)) return value.some((item) => dependsOnKeyOrder(item, inJson))
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, inner]) => {
    if (inJson && /^\$(eqi|nei|startsWithi?|endsWithi?)$/.test(key)) return true
    if (inJson && /^\$(notC|c)ontainsi?$/.test(key)) return /[{},]/.test(JSON.stringify(inner).slice(1, -1))
    return dependsOnKeyOrder(inner, inJson || JSON_NAMES.has(key))
  })
}
