/**
 * Makes requests from the schema and some content: a few hundred that together use every feature of a front end. The
 * same seed and content make the same requests.
 */

import type { ContentType, Schema } from '../../schema/schema.ts'
import { valueKind } from '../../vocabulary/scalar-types.ts'
import { type ComparedRequest, requestTo } from '../request.ts'
import { conditionsOf } from './make-filters.ts'
import { populatesOf } from './make-populates.ts'
import { createRandom, type Random } from './random.ts'
import { type Sample, valuesOf } from './sample.ts'

export interface MakeOptions {
  readonly prefix: string
  readonly schema: Schema
  readonly samples: readonly Sample[]
  /** The codes of all locales. */
  readonly locales: readonly string[]
  readonly seed: number
  /** Most requests to make. */
  readonly most: number
  /** Whether a token is used: then some requests are made without it. */
  readonly withToken: boolean
}

export function makeRequests(options: MakeOptions): readonly ComparedRequest[] {
  const { samples, seed, most, withToken, prefix, locales } = options
  const random = createRandom(seed)
  const perType = samples.map((sample) => {
    const path = pathOf(sample.type, prefix)
    return { path, queries: queriesFor(sample, options, random) }
  })
  const basic = perType.flatMap(({ path, queries }) => queries.basic.map((query) => requestTo(addressOf(path, query))))
  const publicOnes = withToken ? perType.map(({ path }) => requestTo(path, { anonymous: true })) : []
  const shared = locales.length > 0 ? [requestTo(`${prefix}/i18n/locales`)] : []
  // Types take turns, so that the limit cuts all of them equally.
  const varied = interleave(
    perType.map(({ path, queries }) =>
      random.shuffled(queries.varied).map((query) => requestTo(addressOf(path, query))),
    ),
  )
  return withoutRepeats([...basic, ...publicOnes, ...shared, ...varied]).slice(0, most)
}

export function pathOf(type: ContentType, prefix: string): string {
  return `${prefix}/${type.kind === 'singleType' ? type.singularName : type.pluralName}`
}

interface Queries {
  /** Queries that are sent for every type. */
  readonly basic: readonly string[]
  readonly varied: readonly string[]
}

function queriesFor(sample: Sample, options: MakeOptions, random: Random): Queries {
  const { type } = sample
  const populates = populatesOf(type, random, options.schema)
  const common = [
    ...fieldQueries(type, random),
    ...populates,
    ...versions(type, options.locales),
    'fields=nope',
    'populate=nope',
  ]
  if (type.kind === 'singleType') return { basic: ['', 'populate=*'], varied: common }
  return {
    basic: ['', 'populate=*', ...oneEntry(sample, random).slice(0, 1)],
    varied: [...common, ...listQueries(sample, options, random, populates)],
  }
}

/** A query that begins with a slash is appended to the path. */
function addressOf(path: string, query: string): string {
  if (query === '') return path
  return query.startsWith('/') ? `${path}${query}` : `${path}?${query}`
}

function listQueries(
  sample: Sample,
  { schema }: MakeOptions,
  random: Random,
  populates: readonly string[],
): readonly string[] {
  const { type, entries } = sample
  const filters = conditionsOf(type, entries, random, schema).map((condition) => `filters${condition}`)
  const sorts = sortQueries(type)
  const joined = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join('&')
  const combined = Array.from({ length: 12 }, () =>
    joined(random.pick(filters), random.pick(sorts), random.pick(populates), random.pick(PAGES)),
  )
  const alternatives = Array.from({ length: 3 }, () => orOf(random.pick(filters), random.pick(filters)))
  return [
    ...filters,
    ...sorts,
    ...PAGES,
    ...combined,
    ...alternatives.filter((query) => query !== null),
    ...oneEntry(sample, random),
    ...searches(sample, random),
    'filters[nope]=1',
    'sort=nope',
  ]
}

const PAGES = [
  'pagination[page]=2&pagination[pageSize]=5',
  'pagination[start]=3&pagination[limit]=4',
  'pagination[pageSize]=100',
  'pagination[withCount]=false',
  'pagination[page]=9999',
]

function sortQueries(type: ContentType): readonly string[] {
  const names = [...type.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && !attribute.hidden && valueKind(attribute.type) !== 'json' ? [attribute.name] : [],
  )
  const [first = 'id', second = 'id'] = names.filter((name) => name !== 'id' && name !== 'documentId')
  return [...names.flatMap((name) => [`sort=${name}`, `sort[0]=${name}:desc`]), `sort=${first}:desc,${second}`]
}

function fieldQueries(type: ContentType, random: Random): readonly string[] {
  const names = [...type.attributes.values()].flatMap(({ kind, hidden, name }) =>
    kind === 'scalar' && !hidden ? [name] : [],
  )
  const listed = random.some(names, 3).map((name, at) => `fields[${at}]=${name}`)
  return [`fields=${random.some(names, 2).join(',')}`, listed.join('&')]
}

function versions(type: ContentType, locales: readonly string[]): readonly string[] {
  const statuses = type.draftAndPublish ? ['status=draft', 'status=draft&populate=*', 'status=published'] : []
  if (!type.localized) return statuses
  const everywhere = type.kind === 'singleType' ? [] : ['locale=*']
  return [...statuses, ...everywhere, ...locales.flatMap((code) => [`locale=${code}`, `locale=${code}&populate=*`])]
}

function oneEntry({ entries }: Sample, random: Random): readonly string[] {
  const ids = random.some(valuesOf(entries, 'documentId'), 3).map(String)
  const [first, second, third] = ids
  return [
    ...(first === undefined ? [] : [`/${first}`]),
    ...(second === undefined ? [] : [`/${second}?populate=*`]),
    ...(third === undefined ? [] : [`/${third}?fields=documentId`]),
    '/nosuchdocumentnosuchdocu',
  ]
}

function searches({ type, entries }: Sample, random: Random): readonly string[] {
  const texts = [...type.attributes.values()].filter(
    (attribute) => attribute.kind === 'scalar' && ['string', 'text'].includes(attribute.type) && isShown(attribute),
  )
  const values = texts.flatMap(({ name }) => valuesOf(entries, name)).map(String)
  const words = values.flatMap((value) => value.split(/[^\p{L}]+/u)).filter((word) => word.length > 4)
  return random.some([...new Set(words)], 2).map((word) => `_q=${encodeURIComponent(word)}`)
}

/** Strapi also searches parts of a `documentId`, by accident. */
function isShown({ name, hidden }: { readonly name: string; readonly hidden: boolean }): boolean {
  return !hidden && name !== 'documentId'
}

/** Joins `filters[a]…` and `filters[b]…` with `$or`. */
function orOf(one: string | undefined, other: string | undefined): string | null {
  if (one === undefined || other === undefined) return null
  const under = (query: string, at: number) => query.replaceAll('filters[', `filters[$or][${at}][`)
  return `${under(one, 0)}&${under(other, 1)}`
}

function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}

function withoutRepeats(requests: readonly ComparedRequest[]): readonly ComparedRequest[] {
  return [...new Map(requests.map((request) => [`${request.anonymous} ${request.path}`, request])).values()]
}
