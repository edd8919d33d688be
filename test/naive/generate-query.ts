import fc from 'fast-check'
import { MODELS, type Model, modelOf } from './models.ts'
import type { Query } from './request.ts'
import type { Json } from './values.ts'

export const LISTED: readonly Model[] = [...MODELS.values()].filter(
  (model) => model.path !== undefined && model.single !== true,
)

export const anyStatus: fc.Arbitrary<Json | undefined> = fc.constantFrom(undefined, 'published', 'draft')

export const anyLocale: fc.Arbitrary<Json | undefined> = fc.constantFrom<(Json | undefined)[]>(
  undefined,
  'en',
  'fr-FR',
  '*',
  ['en', 'fr-FR'],
)

export const directed = (path: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(path, fc.constantFrom('', ':asc', ':desc', ':DESC')).map(([name, direction]) => name + direction)

export const sortableNames = (model: Model): readonly string[] =>
  Object.keys(model.scalars).filter((name) => model.scalars[name] !== 'json')

const throughLinks = (model: Model, hops: number): readonly string[] =>
  Object.entries(model.links).flatMap(([name, link]) => {
    if (!('target' in link)) return []
    const target = modelOf(link.target)
    const deeper = hops > 1 ? throughLinks(target, hops - 1) : []
    return [...sortableNames(target), ...deeper].map((rest) => `${name}.${rest}`)
  })

/** Own attributes, and at most one path through relations: which row two such paths would share is not agreed. */
export const sortFor = (model: Model): fc.Arbitrary<Json> => {
  const own = directed(fc.constantFrom(...sortableNames(model)))
  const paths = throughLinks(model, 2)
  const first = paths.length === 0 ? own : fc.oneof(own, directed(fc.constantFrom(...paths)))
  return fc.tuple(first, fc.array(own, { maxLength: 1 })).map(([head, tail]) => [head, ...tail])
}

export const fieldsFor = (model: Model): fc.Arbitrary<string[]> => {
  const names = Object.keys(model.scalars)
  return fc.subarray(names, { minLength: 1, maxLength: Math.min(4, names.length) })
}

/** Leaves out what is undefined, as a query string would. */
export const defined = (record: Record<string, Json | undefined>): Json =>
  Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Json] => entry[1] !== undefined))

export interface Request {
  readonly path: string
  readonly query: Query
}

export const requestTo = (model: Model, query: Record<string, Json | undefined>): Request => ({
  path: model.path ?? '',
  query: defined(query) as Query,
})
