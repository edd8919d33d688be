/** Some entries of a type as Strapi returns them, from which requests are made. */

import type { ContentType } from '../../schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../find-differences.ts'

export interface Sample {
  readonly type: ContentType
  /** Entries with `populate=*`. */
  readonly entries: readonly JsonObject[]
}

export function sampleOf(type: ContentType, body: Json): Sample {
  const data = isObject(body) ? body.data : undefined
  if (isList(data)) return { type, entries: data.filter(isObject) }
  return { type, entries: isObject(data) ? [data] : [] }
}

/** The values of an attribute that are not null, without duplicates. */
export function valuesOf(entries: readonly JsonObject[], name: string): readonly Json[] {
  const values = entries.map((entry) => entry[name]).filter((value) => value !== undefined && value !== null)
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** The entries, components and files populated at an attribute. */
export function nestedEntries(entries: readonly JsonObject[], name: string): readonly JsonObject[] {
  return entries.flatMap((entry) => {
    const value = entry[name]
    return isList(value) ? value.filter(isObject) : isObject(value) ? [value] : []
  })
}
