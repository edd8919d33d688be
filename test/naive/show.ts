import { matches } from './filter.ts'
import type { Link } from './models.ts'
import type { Populate, PopulatedPage, PopulateMap } from './request.ts'
import { hasStatus, type Row, type Status } from './rows.ts'
import { sorted } from './sort.ts'
import { type Json, shown } from './values.ts'

interface Wanted {
  readonly fields?: readonly string[]
  readonly populate: PopulateMap
}

type Shown = Record<string, Json>

const PLAIN: Populate = { sort: [], populate: {}, count: false }

const ownFields = (row: Row, fields: readonly string[] | undefined): Shown => {
  const chosen = (name: string): boolean =>
    fields === undefined || name === 'id' || name === 'documentId' || fields.includes(name)
  return Object.fromEntries(
    Object.entries(row.model.scalars)
      .filter(([name]) => chosen(name))
      .map(([name, kind]) => [name, shown(kind, row.values[name] ?? null)]),
  )
}

/** Items of a dynamic zone or of a relation to any type: each carries the name of what it is. */
const mixedItems = (rows: readonly Row[], label: string, options: Populate, status: Status): readonly Shown[] => {
  const { on } = options
  return rows.flatMap((row) => {
    const own = on === undefined ? options : on[row.model.uid]
    if (own === undefined || !matches(row, own.filters, status)) return []
    return [{ ...show(row, own, status), [label]: row.model.uid }]
  })
}

export const cut = (items: readonly Json[], page: PopulatedPage | undefined): Json => {
  if (page === undefined) return items
  const data = items.slice(page.start, page.start + page.limit)
  return page.meta === undefined ? data : { data, meta: { pagination: page.meta(items.length) } }
}

const populated = (row: Row, name: string, link: Link, options: Populate, status: Status): Json => {
  const rows = (row.linked[name] ?? []).filter((candidate) => hasStatus(candidate, status))
  if (link.kind === 'zone') return cut(mixedItems(rows, '__component', options, status), options.page)
  if (link.kind === 'morph') {
    const items = mixedItems(rows, '__type', options, status)
    return link.many ? cut(items, options.page) : (items[0] ?? null)
  }
  const matching = rows.filter((candidate) => matches(candidate, options.filters, status))
  if (options.count && link.kind !== 'media' && link.kind !== 'localizations') return { count: matching.length }
  const ordered = options.sort.length === 0 ? matching : sorted(matching, options.sort, status)
  const items = ordered.map((candidate) => show(candidate, options, status))
  return link.many ? cut(items, options.page) : (items[0] ?? null)
}

/** Names the public role may not populate are not in the model table: they stay absent without an error. */
export const show = (row: Row, wanted: Wanted, status: Status): Shown => {
  const result = ownFields(row, wanted.fields)
  for (const [name, link] of Object.entries(row.model.links)) {
    const options = wanted.populate === '*' ? PLAIN : wanted.populate[name]
    if (options !== undefined) result[name] = populated(row, name, link, options, status)
  }
  return result
}
