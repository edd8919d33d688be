/** Entries as an archive has them: every row of every type, its components inside. */

import { type ProjectError, refusal } from '../config/problem.ts'
import { columnOf, ID } from '../plan/columns.ts'
import { ALWAYS } from '../plan/conditions.ts'
import type { Member, ObjectShape, RelatedArm } from '../plan/read-plan.ts'
import { holdsComponents } from '../schema/attribute-kinds.ts'
import { type ComponentAttribute, type DynamicZoneAttribute, type Model, modelOf } from '../schema/schema.ts'
import { type Hop, tableOf } from '../tables/tables.ts'
import { rowsOf, type Source } from './source.ts'
import { contentTypes } from './target.ts'

/** `onEntry` is called with the type of each. */
export async function* exportEntities(source: Source, onEntry: (uid: string) => void): AsyncGenerator<string> {
  for (const uid of contentTypes(source.schema)) {
    const shape = { members: [text('type', uid), ID_MEMBER, { key: 'data', value: dataOf(uid, source) }] }
    for await (const line of rowsOf(source, tableOf(source.tables, uid).table, shape)) {
      onEntry(uid)
      yield line
    }
  }
}

const ID_MEMBER: Member = { key: 'id', value: { kind: 'column', column: ID } }
const text = (key: string, value: string): Member => ({ key, value: { kind: 'text', text: value } })

function dataOf(uid: string, source: Source): Member['value'] {
  return { kind: 'object', shape: { members: membersOf(modelOf(source.schema, uid), source, []) } }
}

/** Private attributes too: an archive holds everything. */
export function membersOf(model: Model, source: Source, path: readonly string[]): readonly Member[] {
  const attributes = [...model.attributes.values()]
  const scalars = attributes.flatMap((attribute): readonly Member[] => {
    if (attribute.kind !== 'scalar' || attribute.type === 'id') return []
    return [{ key: attribute.name, value: { kind: 'column', column: columnOf(model, attribute, source.tables) } }]
  })
  const components = attributes.flatMap((attribute): readonly Member[] => {
    if (!holdsComponents(attribute)) return []
    return [{ key: attribute.name, value: componentsOf(model, attribute, source, path) }]
  })
  return [...scalars, ...components]
}

function componentsOf(
  owner: Model,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  source: Source,
  path: readonly string[],
): Member['value'] {
  const { hops, arms } = tableOf(source.tables, owner.uid)
  if (attribute.kind === 'component') {
    const hop = hops.get(attribute.name)
    const arm = hop === undefined ? [] : [armOf({ uid: attribute.target, hop, more: [] }, source, path)]
    return { kind: 'related', related: { as: attribute.toMany ? 'list' : 'one', place: null, page: null, arms: arm } }
  }
  const zone = [...(arms.get(attribute.name) ?? [])].map(([uid, hop]) =>
    armOf({ uid, hop, more: [text('__component', uid)] }, source, path),
  )
  return { kind: 'related', related: { as: 'list', place: null, page: null, arms: zone } }
}

interface ComponentArm {
  readonly uid: string
  readonly hop: Hop
  /** Members beside those of the component. */
  readonly more: readonly Member[]
}

function armOf({ uid, hop, more }: ComponentArm, source: Source, path: readonly string[]): RelatedArm {
  if (path.includes(uid)) throw endless(uid)
  const shape: ObjectShape = {
    members: [ID_MEMBER, ...membersOf(modelOf(source.schema, uid), source, [...path, uid]), ...more],
  }
  const { table } = tableOf(source.tables, uid)
  return { rows: { hop, table, condition: ALWAYS, isShared: false, toMany: false }, order: [], shape }
}

function endless(uid: string): ProjectError {
  const message = `The component "${uid}" contains itself; an archive cannot hold that.`
  return refusal(message)
}
