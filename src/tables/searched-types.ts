/** The search configuration → the index of each content type. */

import type { Problem } from '../config/problem.ts'
import type { SearchSettings } from '../config/settings.ts'
import { suggestion } from '../config/suggestion.ts'
import type { ContentType, Schema } from '../schema/schema.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { type SearchIndex, searchIndex } from './search-index.ts'
import { type Tables, tableOf } from './tables.ts'

/** By UID of the content type. */
export type SearchIndexes = ReadonlyMap<string, SearchIndex>

/** Types and fields that are not in the schema have none. */
export function searchIndexes(schema: Schema, tables: Tables, settings: SearchSettings): SearchIndexes {
  return new Map(
    [...settings].flatMap(([uid, weights]) => {
      const type = schema.contentTypes.get(uid)
      if (type === undefined) return []
      const { table, columns } = tableOf(tables, uid)
      const searched = [...weights.keys()]
        .filter((name) => isSearchable(type, name))
        .map((name) => columns.get(name) ?? name)
      return searched.length === 0 ? [] : [[uid, searchIndex(table, searched, type.draftAndPublish)] as const]
    }),
  )
}

/** A text that responses show. */
function isSearchable(type: ContentType, name: string): boolean {
  const attribute = type.attributes.get(name)
  if (attribute?.kind !== 'scalar' || attribute.hidden) return false
  const kind = valueKind(attribute.type)
  return kind === 'choice' || (kind === 'text' && attribute.type !== 'password')
}

/** `file`: the configuration's. */
export function searchProblems(schema: Schema, settings: SearchSettings, file: string | null): readonly Problem[] {
  return [...settings].flatMap(([uid, weights]) => {
    const type = schema.contentTypes.get(uid)
    const problem = (path: string, message: string): Problem => ({ file, path: `search.${path}`, message })
    if (type === undefined || !type.hasRoutes) {
      return [problem(uid, `There is no content type of this name.${suggestion(uid, [...schema.contentTypes.keys()])}`)]
    }
    return [...weights.keys()]
      .filter((name) => !isSearchable(type, name))
      .map((name) =>
        problem(`${uid}.${name}`, `${reasonAgainst(type, name)}${suggestion(name, searchableNames(type))}`),
      )
  })
}

function reasonAgainst({ attributes }: ContentType, name: string): string {
  return attributes.has(name) ? 'Only texts that responses show can be searched.' : 'There is no field of this name.'
}

function searchableNames(type: ContentType): readonly string[] {
  return [...type.attributes.keys()].filter((name) => isSearchable(type, name))
}
