/** Every control of the builder that a request can be wrong at. */

import { type Control, control, type Scope, targetAt } from './control.ts'
import { filterControls } from './filter-controls.ts'
import type { Pagination, Populate, PopulateEntry, QueryModel } from './query-model.ts'
import { saysSomething } from './read-pagination.ts'
import type { Description } from './schema.ts'

export function controlsOf(query: QueryModel, uid: string, description: Description): readonly Control[] {
  const at = (param: string): Scope => ({ address: param, param, uid, description })
  return [
    ...fieldControls(query.fields ?? [], at('fields')),
    ...filterControls(query.filters, null, at('filters')),
    ...sortControls(query, at('sort')),
    ...populateControls(query.populate, [], at('populate')),
    ...facetControls(query.pagination, { ...at('facets'), param: 'pagination' }),
  ]
}

function fieldControls(fields: readonly string[], scope: Scope): readonly Control[] {
  return fields.map((name) => control(scope, name, { keys: [name], paths: [null, name] }))
}

function sortControls({ sort }: Pick<QueryModel, 'sort'>, scope: Scope): readonly Control[] {
  return sort.map(({ path, direction }, index) => {
    const { keys, paths } = alongPath(path)
    return control(scope, index, { keys: [...keys, 'asc', 'desc'], paths, values: [direction] })
  })
}

function facetControls({ by, byOthers }: Pagination, scope: Scope): readonly Control[] {
  return [...by, ...byOthers].map((key, index) => control(scope, index, alongPath(key.split(':')[0] ?? key)))
}

function alongPath(path: string): Pick<Control, 'keys' | 'paths'> {
  const names = path.split('.')
  const paths = names.map((_, end) => (end === 0 ? null : names.slice(0, end).join('.')))
  return { keys: names, paths: [...paths, path] }
}

/** `names`: the attributes that lead there. */
function populateControls(populate: Populate, names: readonly string[], scope: Scope): readonly Control[] {
  if (populate.kind === 'none') return []
  if (populate.kind === 'all') return exceptControls(populate.except, scope)
  return [
    ...(populate.kind === 'deep' ? exceptControls(populate.except, scope) : []),
    ...(populate.kind === 'deep' ? [control(scope, '**', { keys: ['**'], paths: [null, '**', '**.pagination'] })] : []),
    ...populate.entries.flatMap((entry) =>
      entryControls(entry, targetAt(scope, entry.name), [...names, entry.name], scope),
    ),
    ...populate.asWritten.map(({ key }) => control(scope, key, { keys: [key], paths: pathsTo([...names, key]) })),
  ]
}

function entryControls(
  entry: PopulateEntry,
  uid: string | null,
  names: readonly string[],
  scope: Scope,
): readonly Control[] {
  const below = (part: string): Scope => ({ ...scope, address: `${scope.address}/${entry.name}/${part}`, uid })
  const keys = [entry.name, ...entry.asWritten.map(({ key }) => key)]
  return [
    control(scope, entry.name, { keys, paths: pathsTo(names) }),
    ...pageControls(entry, names, below('pagination')),
    ...fieldControls(entry.fields ?? [], below('fields')),
    ...filterControls(entry.filters, null, below('filters')),
    ...sortControls(entry, below('sort')),
    ...populateControls(entry.populate, names, below('populate')),
    ...(entry.on ?? []).flatMap((one) => entryControls(one, one.name, names, below('on'))),
  ]
}

function pageControls({ pagination }: PopulateEntry, names: readonly string[], scope: Scope): readonly Control[] {
  const paths = [names.join('.')]
  return saysSomething(pagination)
    ? [
        control(scope, 'from', { keys: ['page', 'start'], paths }),
        control(scope, 'size', { keys: ['pageSize', 'limit'], paths }),
      ]
    : []
}

function exceptControls(except: readonly string[], scope: Scope): readonly Control[] {
  return except.map((path) => control(scope, `-${path}`, { keys: [`-${path}`], paths: [null, `-${path}`] }))
}

/** Errors name paths of attributes, with or without the keys in between, relative to the entry or to its parent. */
function pathsTo(names: readonly string[]): readonly (string | null)[] {
  const parent = names.slice(0, -1)
  return [parent.length === 0 ? null : parent.join('.'), names.join('.'), names.join('.populate.')]
}
