/** Random writes: numbers that pick, once it is known what there is to pick from. */

import fc from 'fast-check'
import type { Change, Data, Model, PartData, Reference } from './model.ts'
import { type Side, sidesOf } from './random-schema.ts'
import type { Json } from './site-files.ts'

type StepKind = 'create' | 'update' | 'publish' | 'unpublish' | 'discard' | 'delete'

export interface Step {
  readonly kind: StepKind
  readonly type: number
  readonly document: number
  readonly locale: 'en' | 'fr'
  readonly draft: boolean
  readonly everyLocale: boolean
  readonly data: RawData
}

interface RawReference {
  readonly pick: number
  readonly at: 'start' | 'end' | 'before' | 'after'
  readonly neighbour: number
}

interface RawChange {
  readonly side: number
  readonly form: 'set' | 'change'
  readonly added: readonly RawReference[]
  readonly removed: readonly number[]
}

interface RawPart {
  readonly kind: 'leaf' | 'branch'
  readonly text: string | null
  readonly image: number
  readonly targets: readonly number[]
  readonly leaves: readonly RawPart[]
}

interface RawData {
  readonly name: string | undefined
  readonly code: number | null | undefined
  readonly flag: boolean | null | undefined
  readonly cover: number | undefined
  readonly part: readonly RawPart[] | undefined
  readonly leaves: readonly RawPart[] | undefined
  readonly zone: readonly RawPart[] | undefined
  readonly changes: readonly RawChange[]
}

const number = fc.nat({ max: 9 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const text = fc.constantFrom('one', 'two', 'three', 'four')

const partOf = (kind: fc.Arbitrary<'leaf' | 'branch'>): fc.Arbitrary<RawPart> =>
  fc.record({
    kind,
    text: fc.option(text),
    image: fc.nat({ max: 3 }),
    targets: fc.array(number, { maxLength: 2 }),
    leaves: fc.constant([]),
  })
const leaf = partOf(fc.constant('leaf'))
const withLeaves = (part: fc.Arbitrary<RawPart>) =>
  fc.record({ part, leaves: fc.array(leaf, { maxLength: 2 }) }).map((all) => ({ ...all.part, leaves: all.leaves }))
const branch = withLeaves(partOf(fc.constant('branch')))

const change: fc.Arbitrary<RawChange> = fc.record({
  side: number,
  form: fc.constantFrom('set', 'change'),
  added: fc.array(
    fc.record({ pick: number, at: fc.constantFrom('start', 'end', 'before', 'after'), neighbour: number }),
    { maxLength: 3 },
  ),
  removed: fc.array(number, { maxLength: 2 }),
})

const data: fc.Arbitrary<RawData> = fc.record({
  name: maybe(text),
  code: maybe(fc.option(number)),
  flag: maybe(fc.option(fc.boolean())),
  cover: maybe(fc.nat({ max: 3 })),
  part: maybe(fc.array(branch, { maxLength: 1 })),
  leaves: maybe(fc.array(leaf, { maxLength: 2 })),
  zone: maybe(fc.array(fc.oneof(leaf, branch), { maxLength: 2 })),
  changes: fc.array(change, { maxLength: 3 }),
})

const WEIGHTS: Readonly<Record<StepKind, number>> = {
  create: 3,
  update: 9,
  publish: 3,
  unpublish: 1,
  discard: 1,
  delete: 1,
}

const kind = fc.oneof(
  ...Object.entries(WEIGHTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as StepKind) })),
)

export const anyStep: fc.Arbitrary<Step> = fc.record({
  kind,
  // The first is the one with versions.
  type: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3),
  document: number,
  locale: fc.constantFrom('en', 'en', 'fr'),
  draft: fc.boolean(),
  everyLocale: fc.boolean(),
  data,
})

export const anySteps = (length: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(anyStep, { minLength: length, maxLength: length })

/** The parts of the model that steps are generated from. */
export type Known = Pick<Model, 'world' | 'shape' | 'documents'>

function pick<T>(from: readonly T[], index: number): T | undefined {
  return from[index % Math.max(1, from.length)]
}

const distinct = <T>(items: readonly T[]): readonly T[] => [...new Set(items)]

/** The values that a step writes to a type, for some of its attributes. */
export function dataOf(model: Known, type: number, raw: RawData): Data {
  const shape = model.shape(type)
  const { name, code, flag, cover } = raw
  const sides = sidesOf(model.world, type)
  const changes = raw.changes.flatMap((one) => {
    const side = pick(sides, one.side)
    return side === undefined ? [] : [[side.name, changeOf(model, side, one)] as const]
  })
  const parts = (['part', 'leaves', 'zone'] as const).flatMap((attribute) => {
    const items = shape[attribute] === 'none' ? undefined : raw[attribute]
    return items === undefined ? [] : [[attribute, items.map((item) => partData(model, item))] as const]
  })
  return {
    values: {
      ...(name === undefined ? {} : { name }),
      ...(code === undefined ? {} : { code }),
      ...(flag === undefined ? {} : { flag }),
      ...(cover === undefined || shape.cover === 'none' ? {} : { cover: cover === 0 ? null : cover }),
    },
    parts: Object.fromEntries(parts),
    changes: Object.fromEntries(changes),
  }
}

function partData(model: Known, { kind, text, image, targets, leaves }: RawPart): PartData {
  const documents = model.documents(model.world.leafTarget)
  return {
    kind,
    ...(text === null ? {} : { text }),
    ...(kind === 'branch' && image > 0 ? { image } : {}),
    targets: kind === 'leaf' ? distinct(targets.flatMap((index) => pick(documents, index) ?? [])) : [],
    leaves: leaves.map((leaf) => partData(model, leaf)),
  }
}

function changeOf(model: Known, side: Side, { form, added, removed }: RawChange): Change {
  const documents = model.documents(side.target)
  const references = added.flatMap(({ pick: index, at, neighbour }): readonly Reference[] => {
    const [document, other] = [pick(documents, index), pick(documents, neighbour)]
    if (document === undefined || other === undefined) return []
    if (form === 'set') return [{ document }]
    if (at === 'before' || at === 'after')
      return [{ document, at: at === 'before' ? { before: other } : { after: other } }]
    return [{ document, at }]
  })
  const some = side.toMany ? references : references.slice(0, 1)
  if (form === 'set') return { set: some }
  const gone = removed.flatMap((index) => pick(documents, index) ?? []).map((document) => ({ document }))
  return { connect: some, disconnect: gone }
}

/** The same as a body. */
export function bodyOf(data: Data): Json {
  const { part, leaves, zone } = data.parts
  return {
    ...data.values,
    ...(part === undefined ? {} : { part: part.map(partBody)[0] ?? null }),
    ...(leaves === undefined ? {} : { leaves: leaves.map(partBody) }),
    ...(zone === undefined
      ? {}
      : { zone: zone.map((item) => ({ __component: `part.${item.kind}`, ...partBody(item) })) }),
    ...Object.fromEntries(Object.entries(data.changes).map(([name, one]) => [name, changeBody(one)])),
  }
}

function partBody({ kind, text, image, targets, leaves }: PartData): Json {
  return {
    ...(text === undefined ? {} : { text }),
    ...(image === undefined ? {} : { image }),
    ...(kind === 'leaf' ? { targets } : { leaves: leaves.map(partBody) }),
  }
}

function changeBody(change: Change): unknown {
  if ('set' in change) return { set: change.set.map(({ document }) => document) }
  return {
    connect: change.connect.map(({ document, at }) => ({
      documentId: document,
      ...(at === undefined ? {} : { position: position(at) }),
    })),
    disconnect: change.disconnect.map(({ document }) => document),
  }
}

function position(at: NonNullable<Reference['at']>): Json {
  return typeof at === 'string' ? { [at]: true } : { ...at }
}
