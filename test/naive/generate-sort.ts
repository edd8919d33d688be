/** Orders of the extension `sorting`, in which nulls have a place: every database has the same one. */

import fc from 'fast-check'
import { sortableNames } from './generate-query.ts'
import { type Model, modelOf } from './models.ts'
import type { Json } from './values.ts'

interface Path {
  readonly path: string
  readonly isText: boolean
}

const pathsOf = (model: Model, prefix = ''): readonly Path[] =>
  sortableNames(model).map((name) => ({ path: `${prefix}${name}`, isText: model.scalars[name] === 'text' }))

const throughLinks = (model: Model): readonly Path[] =>
  Object.entries(model.links).flatMap(([name, link]) =>
    'target' in link ? pathsOf(modelOf(link.target), `${name}.`) : [],
  )

const keyOf = (paths: readonly Path[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...paths),
      fc.constantFrom('asc', 'desc', 'DESC'),
      fc.boolean(),
      fc.constantFrom('nullsfirst', 'nullslast'),
    )
    .map(([{ path, isText }, direction, fold, nulls]) => `${path}:${direction}${fold && isText ? '.ci' : ''}.${nulls}`)

const random: fc.Arbitrary<string> = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).map((seed) => `$random:${seed}`)

export const orderedFor = (model: Model): fc.Arbitrary<Json> => {
  const links = throughLinks(model)
  const first = links.length === 0 ? keyOf(pathsOf(model)) : fc.oneof(keyOf(pathsOf(model)), keyOf(links))
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(first, keyOf(pathsOf(model))).map((keys): Json => keys) },
    random,
    fc.tuple(random, keyOf(pathsOf(model))).map((keys): Json => keys),
  )
}
