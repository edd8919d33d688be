/** Keys to group entries by, and filters on the entries. */

import fc from 'fast-check'
import type { filterSource } from './generate-filter.ts'
import { anyLocale, anyStatus, LISTED } from './generate-query.ts'
import { type Model, modelOf } from './models.ts'

export interface Path {
  readonly name: string
  readonly kind: string
  readonly many: boolean
}

/** Scalars of the model and of what it leads to. */
export const pathsOf = (model: Model, hops: number): readonly Path[] => [
  ...Object.entries(model.scalars).map(([name, kind]) => ({ name, kind, many: false })),
  ...(hops === 0 ? [] : Object.entries(model.links)).flatMap(([name, link]) =>
    'target' in link
      ? pathsOf(modelOf(link.target), hops - 1).map((path) => ({
          ...path,
          name: `${name}.${path.name}`,
          many: path.many || link.many,
        }))
      : [],
  ),
]

const LONG_TEXTS = ['body', 'bodyHTML']
const isKey = ({ name, kind }: Path) => kind !== 'json' && !LONG_TEXTS.includes(name.split('.').at(-1) ?? '')
export const isNumber = ({ name, kind }: Path) => (kind === 'number' || kind === 'big') && !/(^|\.)id$/.test(name)

const partFor = ({ kind }: Path): fc.Arbitrary<string> =>
  kind === 'date' || kind === 'datetime' ? fc.constantFrom('', ':year', ':month', ':day') : fc.constant('')

const anyKey = (paths: readonly Path[]) =>
  fc.constantFrom(...paths).chain((path) => fc.record({ path: fc.constant(path), part: partFor(path) }))

export const groupSource = (filters: ReturnType<typeof filterSource>) => {
  const anyRows = (model: Model) =>
    fc.record({
      status: anyStatus,
      locale: anyLocale,
      filters: fc.option(filters(model, 1, 2), { nil: undefined, freq: 2 }),
    })

  /** One key anywhere, and perhaps another that leads to one. */
  const anyGroups = fc.constantFrom(...LISTED).chain((model) => {
    const keys = pathsOf(model, 2).filter(isKey)
    const own = keys.filter(({ many }) => !many)
    return fc.record({
      model: fc.constant(model),
      rows: anyRows(model),
      keys: fc
        .tuple(anyKey(keys), fc.option(anyKey(own), { nil: undefined, freq: 2 }))
        .map(([first, second]) =>
          second === undefined || second.path.name === first.path.name ? [first] : [first, second],
        ),
    })
  })

  return { anyRows, anyGroups }
}

type Source = ReturnType<typeof groupSource>
export type Groups = Source['anyGroups'] extends fc.Arbitrary<infer T> ? T : never

/** As `by` has them. */
export const written = ({ keys }: Groups): string[] => keys.map(({ path, part }) => path.name + part)
