/** Every control of the builder that a request can be wrong at, and what the server's errors call it. */

import type { AllOf, FilterItem, Pagination, Populate, PopulateEntry, QueryModel } from './query-model.ts'
import { saysSomething } from './read-pagination.ts'
import { attributeOf, type Description, isLink } from './schema.ts'

export interface Control {
  /** Where it stands in the builder: `filters/0`, `populate/author/sort/1`. */
  readonly address: string
  /** The top-level parameter that errors name. */
  readonly param: string
  /** Names and operators that are written there. */
  readonly keys: readonly string[]
  /** Attributes, with dots between, as errors write them: that lead there, or of the thing itself. */
  readonly paths: readonly (string | null)[]
  readonly values: readonly string[]
  /** Of the attribute, where it is known. */
  readonly type: string | null
}

/** Where a part of the model stands: its address, what leads there, and the model that its names are of. */
interface Scope {
  readonly address: string
  readonly param: string
  readonly uid: string | null
  readonly description: Description
}

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

function control(scope: Scope, index: string | number, said: Partial<Control>): Control {
  const nothing = { keys: [], paths: [], values: [], type: null }
  return { ...nothing, address: `${scope.address}/${index}`, param: scope.param, ...said }
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

/** `path`: the attributes that lead to what the items speak of. */
function filterControls(items: AllOf, path: string | null, scope: Scope): readonly Control[] {
  return items.flatMap((item, index) => itemControls(item, index, path, scope))
}

function itemControls(item: FilterItem, index: number, path: string | null, scope: Scope): readonly Control[] {
  const below = { ...scope, address: `${scope.address}/${index}` }
  switch (item.kind) {
    case 'compare': {
      const own = joined(path, item.name)
      const attribute = scope.uid === null || item.name === null ? undefined : found(scope, item.name)
      const type = attribute?.kind === 'scalar' ? attribute.type : null
      const keys = [...(item.name === null ? [] : [item.name]), item.operator]
      return [control(scope, index, { keys, paths: [path, own], values: item.values, type })]
    }
    case 'at':
      return [
        control(scope, index, { keys: [item.name], paths: [path, joined(path, item.name)] }),
        ...filterControls(item.items, joined(path, item.name), { ...below, uid: targetAt(scope, item.name) }),
      ]
    case 'any':
      return item.items.flatMap((member, number) =>
        filterControls(member, path, { ...below, address: `${below.address}/${number}` }),
      )
    case 'not':
      return filterControls(item.items, path, below)
    case 'asWritten':
      return [control(scope, index, { keys: [item.key], paths: [path] })]
    default:
      return beyondControls(item, index, path, scope)
  }
}

type BeyondItem = Extract<FilterItem, { readonly kind: 'quantified' | 'each' | 'counted' | 'inside' }>

/** What extensions add to filters at an attribute. */
function beyondControls(item: BeyondItem, index: number, path: string | null, scope: Scope): readonly Control[] {
  const below = { ...scope, address: `${scope.address}/${index}` }
  switch (item.kind) {
    case 'quantified':
      return [
        control(scope, index, { keys: [item.quantifier], paths: [path] }),
        ...filterControls(item.items, path, below),
      ]
    case 'each':
      return [
        control(scope, index, {
          keys: ['$all', ...item.path.split('.')],
          paths: [path, joined(path, item.path === '' ? null : item.path)],
          values: item.values,
        }),
      ]
    case 'counted':
      return [
        control(scope, index, { keys: ['$count', '$of'], paths: [path] }),
        ...filterControls(item.items, joined(path, '$count'), { ...below, uid: null }),
        ...filterControls(item.of ?? [], path, { ...below, address: `${below.address}/of` }),
      ]
    case 'inside':
      return [
        control(scope, index, { keys: ['$path'], paths: [path], values: [item.path] }),
        ...filterControls(item.items, path, { ...below, uid: null }),
      ]
  }
}

function targetAt(scope: Scope, name: string): string | null {
  const attribute = found(scope, name)
  return attribute !== undefined && isLink(attribute) ? attribute.target : null
}

function found({ description, uid }: Scope, name: string) {
  return uid === null ? undefined : attributeOf(description, uid, name)
}

function joined(path: string | null, name: string | null): string | null {
  if (name === null) return path
  return path === null ? name : `${path}.${name}`
}

/** `names`: the attributes that lead there. */
function populateControls(populate: Populate, names: readonly string[], scope: Scope): readonly Control[] {
  if (populate.kind === 'none') return []
  if (populate.kind === 'all') return exceptControls(populate.except, scope)
  return [
    ...(populate.kind === 'deep' ? exceptControls(populate.except, scope) : []),
    ...(populate.kind === 'deep' ? [control(scope, '**', { keys: ['**'], paths: [null, '**', '**.pagination'] })] : []),
    ...populate.entries.flatMap((entry) => {
      const attribute = found(scope, entry.name)
      const target = attribute !== undefined && isLink(attribute) ? attribute.target : null
      return entryControls(entry, target, [...names, entry.name], scope)
    }),
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

/** Errors name the attributes, or the attributes with the keys between them; of the entry or of what leads to it. */
function pathsTo(names: readonly string[]): readonly (string | null)[] {
  const parent = names.slice(0, -1)
  return [parent.length === 0 ? null : parent.join('.'), names.join('.'), names.join('.populate.')]
}
