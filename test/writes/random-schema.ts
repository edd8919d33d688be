/** Small schemas of all shapes, as plain facts that both the project files and the model are made from. */

import fc from 'fast-check'
import type { Json, SiteSpec } from './site-files.ts'

/** Whether each locale has its own, all share it, or the type does not have it. */
export type Presence = 'own' | 'shared' | 'none'

export interface TypeShape {
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly cover: Presence
  readonly part: Presence
  readonly leaves: Presence
  readonly zone: Presence
}

type RelationKind = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany'

interface RelationShape {
  readonly from: number
  readonly to: number
  readonly kind: RelationKind
  /** Whether the target has an attribute for it too. */
  readonly both: boolean
}

export interface World {
  readonly types: readonly TypeShape[]
  readonly relations: readonly RelationShape[]
  /** The type that components point at. */
  readonly leafTarget: number
}

const presence = fc.constantFrom<Presence>('own', 'shared', 'shared', 'none')

const shape: fc.Arbitrary<TypeShape> = fc.record({
  draftAndPublish: fc.constantFrom(true, true, false),
  localized: fc.constantFrom(true, true, false),
  cover: presence,
  part: presence,
  leaves: presence,
  zone: presence,
})

const typesOf = (minLength: number, maxLength: number) => fc.array(shape, { minLength, maxLength })

/** Links between the two kinds are the hardest to get right. */
const ofBothKinds = (types: readonly TypeShape[]) =>
  types.map((type, index) => (index < 2 ? { ...type, draftAndPublish: index === 0 } : type))

export const anyWorld: fc.Arbitrary<World> = fc
  .oneof(typesOf(2, 2), typesOf(2, 4))
  .map(ofBothKinds)
  .chain((types) => {
    const index = fc.nat({ max: types.length - 1 })
    const relation = fc.record({
      from: index,
      to: index,
      kind: fc.constantFrom<RelationKind>('oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'),
      both: fc.boolean(),
    })
    return fc.record({
      types: fc.constant(types),
      // Of two sides, it is never the one that has many which stores them.
      relations: fc
        .array(relation, { minLength: 3, maxLength: 5 })
        .map((all) =>
          all.map((one) => (one.both && one.kind === 'oneToMany' ? { ...one, kind: 'manyToOne' as const } : one)),
        ),
      leafTarget: fc.constantFrom(0, 0, 1),
    })
  })

export const typeName = (index: number): string => `type${'abcd'[index]}`
export const uidOf = (index: number): string => `api::${typeName(index)}.${typeName(index)}`
export const pathOf = (index: number): string => `/api/${typeName(index)}s`

/** One end of a relation: an attribute. */
export interface Side {
  readonly relation: number
  readonly isOwner: boolean
  readonly name: string
  /** The type at the other end. */
  readonly target: number
  readonly toMany: boolean
  /** Whether a target has room for one only. */
  readonly exclusive: boolean
  readonly ordered: boolean
}

export function sidesOf({ relations }: World, type: number): readonly Side[] {
  return relations.flatMap(({ from, to, kind, both }, relation) => [
    ...(from === type
      ? [
          {
            relation,
            isOwner: true,
            name: `r${relation}`,
            target: to,
            toMany: kind.endsWith('Many'),
            exclusive: both && kind.startsWith('one'),
            ordered: kind.endsWith('Many'),
          },
        ]
      : []),
    ...(both && to === type
      ? [
          {
            relation,
            isOwner: false,
            name: `i${relation}`,
            target: from,
            toMany: kind.startsWith('many'),
            exclusive: kind.endsWith('One'),
            ordered: kind.startsWith('many'),
          },
        ]
      : []),
  ])
}

const INVERSE = {
  oneToOne: 'oneToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
  oneToMany: 'manyToOne',
} as const

export function specOf(world: World): SiteSpec {
  return {
    types: Object.fromEntries(
      world.types.map((type, index) => [
        typeName(index),
        {
          draftAndPublish: type.draftAndPublish,
          localized: type.localized,
          attributes: { ...ownAttributes(type), ...relationAttributes(world, index) },
        },
      ]),
    ),
    components: {
      'part.leaf': {
        text: { type: 'string' },
        targets: { type: 'relation', relation: 'oneToMany', target: uidOf(world.leafTarget) },
      },
      'part.branch': {
        text: { type: 'string', default: 'bare' },
        image: { type: 'media' },
        leaves: { type: 'component', component: 'part.leaf', repeatable: true },
      },
    },
    files: 3,
  }
}

function ownAttributes(type: TypeShape): Json {
  const of = (attribute: Json, how: Presence) =>
    how === 'none' ? null : { ...attribute, pluginOptions: { i18n: { localized: how === 'own' } } }
  const all = {
    name: of({ type: 'string' }, 'own'),
    code: of({ type: 'integer' }, 'shared'),
    flag: of({ type: 'boolean', default: true }, 'own'),
    cover: of({ type: 'media' }, type.cover),
    part: of({ type: 'component', component: 'part.branch' }, type.part),
    leaves: of({ type: 'component', component: 'part.leaf', repeatable: true }, type.leaves),
    zone: of({ type: 'dynamiczone', components: ['part.leaf', 'part.branch'] }, type.zone),
  }
  return Object.fromEntries(Object.entries(all).filter(([, attribute]) => attribute !== null))
}

function relationAttributes(world: World, type: number): Json {
  return Object.fromEntries(
    sidesOf(world, type).map(({ relation, isOwner, name, target }) => {
      const shape = world.relations[relation]
      const kind = shape?.kind ?? 'oneToOne'
      const other = isOwner ? { inversedBy: `i${relation}` } : { mappedBy: `r${relation}` }
      return [
        name,
        {
          type: 'relation',
          relation: isOwner ? kind : INVERSE[kind],
          target: uidOf(target),
          ...(shape?.both === true ? other : {}),
        },
      ]
    }),
  )
}
