/** ParsedSearch → the searched attributes: those that the project has set up and the caller may see. */

import { type VisibleSchema, visibleAttribute, visibleNames } from '../access/visible-schema.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { invalidSearch, type ParsedSearch } from '../parse/parse-search.ts'
import type { ContentType } from '../schema/schema.ts'
import type { Search, SearchField } from './query.ts'

/** The search settings of a content type. */
export interface SearchSetup {
  readonly weights: ReadonlyMap<string, number>
  /** Whether the database has the search index. */
  readonly ready: boolean
}

const SYSTEM: ReadonlySet<string> = new Set(['documentId', 'locale'])

export function checkSearch(
  parsed: ParsedSearch,
  type: ContentType,
  view: VisibleSchema,
  setup: SearchSetup | undefined,
): Search {
  const searched = setup === undefined ? [] : fieldsOf(setup, type, view)
  if (setup === undefined || searched.length === 0) throw notSetUp(type, view)
  if (!setup.ready) throw new ApiError('SEARCH_UNAVAILABLE')
  const fields = parsed.in?.map((name) => fieldOf(name, searched, type, view)) ?? searched
  return { terms: parsed.terms, fields, show: parsed.show }
}

function fieldsOf({ weights }: SearchSetup, type: ContentType, view: VisibleSchema): readonly SearchField[] {
  return [...weights].flatMap(([name, weight]) => {
    const attribute = visibleAttribute(view, type, name)
    return attribute?.kind === 'scalar' ? [{ attribute, weight }] : []
  })
}

function fieldOf(name: string, searched: readonly SearchField[], type: ContentType, view: VisibleSchema): SearchField {
  const field = searched.find(({ attribute }) => attribute.name === name)
  if (field !== undefined) return field
  if (visibleAttribute(view, type, name) === undefined) {
    throw invalidKey({ key: name, path: 'in', param: '_q', candidates: visibleNames(view, type) })
  }
  const names = searched.map(({ attribute }) => attribute.name).join(', ')
  throw invalidSearch('_q[in]', `${name} is not searched`, `Searched are: ${names}`)
}

function notSetUp(type: ContentType, view: VisibleSchema): ApiError {
  const texts = visibleNames(view, type)
    .filter((name) => isWritten(type, name))
    .slice(0, 2)
  const example = texts.map((name, index) => `${name}: ${index === 0 ? 4 : 1}`).join(', ')
  const hint = `In config/api: search: { '${type.uid}': { ${example} } }, with the fields to search and their weights. Then run lectern migrate, and start the server again`
  return new ApiError('SEARCH_NOT_SET_UP', { details: { source: 'query', param: '_q', hint } })
}

/** Whether it contains prose, not an id or a code. */
function isWritten({ attributes }: ContentType, name: string): boolean {
  const attribute = attributes.get(name)
  return attribute?.kind === 'scalar' && ['string', 'text', 'richtext'].includes(attribute.type) && !SYSTEM.has(name)
}
