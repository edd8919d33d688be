/** A search → the index that answers it, and which of its rows and columns. */

import type { Query, Search } from '../check/query.ts'
import { type ModelTable, type Tables, tableOf } from '../tables/tables.ts'
import { shownVersions } from './choose-versions.ts'
import { columnOf } from './columns.ts'
import { itemsOf } from './conditions.ts'
import type { PlannedSearch, ShownMatch, WordSearch } from './read-plan.ts'
import { publishedIn } from './version-rows.ts'

export function planSearch(query: Query, tables: Tables): PlannedSearch | null {
  const words = planWords(query, tables)
  return words === null || query.search === null ? null : { words, shown: planShown(query.search, query, tables) }
}

export function planWords(query: Query, tables: Tables): WordSearch | null {
  const { search, type, sort } = query
  if (search === null) return null
  const { search: index, columns } = tableOf(tables, type.uid)
  if (index === null) throw new Error(`no search index of ${type.uid}`)
  return {
    index,
    rows: rowsOf(query, tables),
    terms: search.terms,
    columns: search.fields.map(({ attribute, weight }) => {
      const name = columnNamed(attribute.name, columns)
      return { number: index.columns.indexOf(name), name, weight }
    }),
    scored: search.show.has('score') || sort.some(({ value }) => value.kind === 'score'),
  }
}

const columnNamed = (name: string, columns: ModelTable['columns']): string => columns.get(name) ?? name

function rowsOf(query: Query, tables: Tables): WordSearch['rows'] {
  if (!query.type.draftAndPublish) return 'all'
  const shown = itemsOf(shownVersions(query.type, query, tables))
  return shown.some((item) => publishedIn(item) === true) ? 'published' : 'drafts'
}

function planShown({ show, fields }: Search, { type }: Query, tables: Tables): ShownMatch | null {
  if (show.size === 0) return null
  const texts = fields.map(({ attribute }) => ({
    key: attribute.name,
    value: { kind: 'column' as const, column: columnOf(type, attribute, tables) },
  }))
  return { score: show.has('score'), texts: show.has('highlights') ? texts : [] }
}
